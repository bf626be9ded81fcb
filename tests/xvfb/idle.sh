# Processor time of five idle seconds, in hundredths of a second, from /proc. How soon the window has come to rest (the caret
# stops blinking) depends on what else the machine does; what it uses then does not.
open_window --exercise column-sums
xdotool mousemove 1200 500
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
used=0
is_idle() {
  local before
  before=$(ticks)
  sleep 5
  used=$(($(ticks) - before))
  [ $used -le 2 ]
}
wait_for 120 is_idle || fail "an idle window uses $used hundredths of a second in 5 seconds"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
