# An experiment is predicted, with the keyboard and the mouse; then its answer is seen and its slider dragged.
open_window --exercise stride --theme dark
kept=$work/mine/predictions.json
middle=810x800+600+60   # where the experiment is
series='#56B4E9'        # the first one of a chart
shot() { import -window root "$work/$1.png"; }
has_chart() { shot now; [ "$(count_pixels "$work/now.png" $middle $series)" -gt 100 ]; }
press_predict() { shot now; click $(center_of "$work/now.png" $middle '#2563C9'); }

has_chart && fail "the answer is shown before it was predicted"
keys Tab Return               # the field of the first question
letters 32
keys Return
wait_for 60 grep -q '"sectors at 8"' "$kept" || fail "the first prediction is not kept"
grep -q '"right": true' "$kept" || fail "32 sectors are right"
has_chart && fail "the answer is shown before the last question"

sleep 1
xdotool mousemove 670 450; sleep 0.3; xdotool mousedown 1; sleep 0.2
for x in 720 800 880 950 1020 1090 1160 1230 1300 1370; do xdotool mousemove $x $((450 - (x - 670) / 4)); sleep 0.1; done
xdotool mouseup 1
sleep 0.4
press_predict
wait_for 60 grep -q '"curve"' "$kept" || fail "the curve that was drawn is not kept"
sleep 1
keys shift+Tab shift+Tab Return   # the second of three sentences
press_predict
wait_for 60 has_chart || fail "the answer is not shown after the last question"
grep -q '"without_prediction": false' "$kept" || fail "it is not remembered that it was predicted first"

keys F6 shift+F6 Tab Return   # in short, so that the slider has its place
sleep 1
numbers=600x100+600+345
shot before
xdotool mousemove 737 250; sleep 0.3; xdotool mousedown 1; sleep 0.2
xdotool mousemove 900 250; sleep 0.3; xdotool mousemove 1340 250; sleep 0.3; xdotool mouseup 1
has_moved() { shot after; [ "$(compare -metric AE -extract $numbers "$work/before.png" "$work/after.png" null: 2>&1)" != 0 ]; }
wait_for 60 has_moved || fail "the slider changes no number"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
