# The checkerboard is played: the image changes sweep by sweep, a pause keeps it, space plays it again; a text that
# does not compile is told and leaves it, a kernel that never ends does not take the window down, and restart brings
# the noise back.
mkdir -p "$work/mine"
text=$work/mine/ising_checkerboard.cu
cp "$source/solutions/61-ising-checkerboard/solution.cu" "$text"
open_window --exercise ising-checkerboard --tab live
picture=225x300+870+400
shot() { import -window root "$work/$1.png"; }
same() { [ "$(compare -metric AE -extract "$picture" "$work/$1.png" "$work/$2.png" null: 2>&1)" = 0 ]; }
changed() { shot now; ! same "$1" now; }
is_shown() {   # greys of the image: more than the pane's own colours
  shot now
  [ "$(convert "$work/now.png" -crop "$picture" +repage -unique-colors -format %w info:)" -gt 5 ]
}
rest() { xdotool mousemove 700 860; sleep 1; }
# Until the image is the same a second and a half later; then it is kept under this name.
settles() { shot "$1"; sleep 1.5; shot now; same "$1" now; }
wait_for 60 is_shown || fail "no image was shown"
rest
wait_for 60 settles noise || fail "the image does not stand still before it is played"
# Play and pause are at the same place.
click 898 110
rest
wait_for 60 changed noise || fail "the image does not change while it plays"
click 898 110
rest
wait_for 60 settles paused || fail "the image changes although it is paused"
keys s
rest
wait_for 60 changed paused || fail "S is no step"
keys space
sleep 1
shot playing
wait_for 60 changed playing || fail "space does not play"
keys space
rest
wait_for 60 settles before || fail "space does not pause"
# Another editor writes a text that is broken, then one that never ends, then a right one.
is_told() { shot now; [ "$(count_pixels "$work/now.png" 30x200+860+290 "$1")" -gt 8 ]; }   # the mark of a sentence
failed='#FF8F63'
is_told "$failed" && fail "a right text is told to be wrong"
echo "nonsense" > "$text"
wait_for 60 is_told "$failed" || fail "a text that does not compile is not told"
sed 's/const int own = /while (rows > 0 \&\& image[0] >= 0) __threadfence();\n  const int own = /' \
  "$source/solutions/61-ising-checkerboard/solution.cu" > "$text"
sleep 4
keys s
wait_for 60 is_told "$failed" || fail "a kernel that does not end is not told"
kill -0 $pid || fail "a kernel that never ends took the window down"
cp "$source/solutions/61-ising-checkerboard/solution.cu" "$text"
is_mended() { shot now; same before now; }
wait_for 60 is_mended || fail "the image is not what it was before the broken texts"
shot mended
keys s
wait_for 60 changed mended || fail "a mended text does not go on"
keys r
rest
back() { shot now; same noise now; }
wait_for 60 back || fail "restart does not bring the noise back"
kill $pid
wait $pid || true
