# The race plays: pictures differ from launch to launch, a pause keeps one, and a typed order brings the same
# picture back.
open_window --exercise racy-atomic --tab live
picture=230x420+960+280
shot() { import -window root "$work/$1.png"; }
same() { [ "$(compare -metric AE -extract "$picture" "$work/$1.png" "$work/$2.png" null: 2>&1)" = 0 ]; }
launched() { shot now; [ "$(convert "$work/now.png" -crop "$picture" +repage -unique-colors -format %w info:)" -gt 12 ]; }
wait_for 30 launched || fail "no launch was shown"
shot first
order() {   # types an order into its field and waits for its launch
  xdotool mousemove 1300 108 click --repeat 3 1
  sleep 0.4
  keys ctrl+a
  letters "$1"
  keys Return
  xdotool mousemove 700 860
  sleep 1.5
}
order 7
shot seven
order 8
shot eight
same seven eight && fail "two orders gave the same picture"
order 7
shot again
same seven again || fail "the same order gave another picture"
# Play and pause are at the same place.
click 998 108
xdotool mousemove 700 860
sleep 1
shot playing
wait_for 10 bash -c "import -window root '$work/now.png'; \
  [ \"\$(compare -metric AE -extract $picture '$work/playing.png' '$work/now.png' null: 2>&1)\" != 0 ]" ||
  fail "the picture does not change while it plays"
click 998 108
xdotool mousemove 700 860
sleep 1
shot paused
sleep 1
shot later
same paused later || fail "the picture changes although it is paused"
kill $pid
wait $pid || true
