# Processor time of five idle seconds, in hundredths of a second, from /proc.
open_window --exercise column-sums
xdotool mousemove 1200 500
sleep 8                       # the caret stops blinking
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
before=$(ticks)
sleep 5
after=$(ticks)
[ $((after - before)) -le 2 ] || fail "an idle window used $((after - before)) hundredths of a second in 5 seconds"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
