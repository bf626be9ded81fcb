# The race plays: pictures differ from launch to launch, a pause keeps one, and a typed order brings the same
# picture back.
open_window --exercise racy-atomic --tab live
picture=270x440+864+290
shot() { import -window root "$work/$1.png"; }
same() { [ "$(compare -metric AE -extract "$picture" "$work/$1.png" "$work/$2.png" null: 2>&1)" = 0 ]; }
launched() { shot now; [ "$(convert "$work/now.png" -crop "$picture" +repage -unique-colors -format %w info:)" -gt 5 ]; }   # more than the pane's own
wait_for 60 launched || fail "no launch was shown"
shot first
order() {   # types an order into its field and waits for its launch
  xdotool mousemove 1200 108 click --repeat 3 1
  sleep 0.4
  keys ctrl+a
  letters "$1"
  keys Return
  xdotool mousemove 700 860
}
# Until a picture is the same a second and a half later; then it is kept under this name.
settles() { shot "$1"; sleep 1.5; shot now; same "$1" now; }
is_back() { shot now; same "$1" now; }
is_another() { settles "$2" && ! same "$1" "$2"; }
order 7
wait_for 60 settles seven || fail "a launch of one order does not stand still"
order 8
wait_for 60 is_another seven eight || fail "two orders gave the same picture"
order 7
wait_for 60 is_back seven || fail "the same order gave another picture"
# Play and pause are at the same place.
click 898 108
xdotool mousemove 700 860
sleep 1
shot playing
wait_for 60 bash -c "import -window root '$work/now.png'; \
  [ \"\$(compare -metric AE -extract $picture '$work/playing.png' '$work/now.png' null: 2>&1)\" != 0 ]" ||
  fail "the picture does not change while it plays"
click 898 108
xdotool mousemove 700 860
wait_for 60 settles paused || fail "the picture changes although it is paused"
kill $pid
wait $pid || true
