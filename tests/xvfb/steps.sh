# A block is opened, walked by instruction and line, back again, to the line of the editor's caret, and to a breakpoint
# that a press on a line's number sets, for any thread and for one.
mkdir -p "$work/mine"
cp "$source/solutions/52-matmul-tiled/solution.cu" "$work/mine/matmul_tiled.cu"
open_window --exercise matmul-tiled --tab steps
pane=590x740+850+85
shot() { import -window root -crop $pane +repage "$work/$1.png"; }
differs() { shot now; [ "$(compare -metric AE "$work/$1.png" "$work/now.png" null: 2>&1 | cut -d' ' -f1)" != 0 ]; }
same() { ! differs "$1"; }
keys F5
shot empty
opened() { differs empty; }
wait_for 60 opened || fail "no block is shown after a run"
sleep 3
keys F6   # from the text to the tabs
sleep 1
shot start
keys F11
wait_for 10 differs start || fail "F11 shows no other instruction"
sleep 1
shot one
keys shift+F11
wait_for 10 same start || fail "one instruction forwards and one back do not lead to the start"
keys F10
wait_for 10 differs start || fail "F10 shows no other line"
keys shift+F10
wait_for 10 same start || fail "a line forwards and one back do not lead to the start"
# To the last line that stores, by the caret.
keys Escape ctrl+End Up Up F6
sleep 1
shot before
keys r
wait_for 20 differs before || fail "R does not go to the caret's line"
# The number of line 22, in the middle of the product; its mark is filled.
number=60x24+34+579 colour='#FF8F63'
mark() { import -window root "$work/mark.png"; count_pixels "$work/mark.png" $number "$colour"; }
keys Escape ctrl+Home   # to the text, whose first lines are seen
sleep 1
[ "$(mark)" = 0 ] || fail "line 22 is marked before it was pressed"
click 62 591
xdotool mousemove 700 850   # away, so that nothing is explained
is_filled() { [ "$(mark)" -gt 100 ]; }
wait_for 10 is_filled || fail "a press on a line's number sets no breakpoint"
keys F6
sleep 1
shot before
keys c
wait_for 20 differs before || fail "C does not go on to the breakpoint"
# For the thread that is looked at alone: the mark is a frame.
sleep 1
keys F9
is_gone() { [ "$(mark)" = 0 ]; }
wait_for 10 is_gone || fail "F9 does not take away the breakpoint of the line that is shown"
keys shift+F9
is_framed() { local pixels=$(mark); [ "$pixels" -gt 0 ] && [ "$pixels" -lt 100 ]; }
wait_for 10 is_framed || fail "Shift+F9 sets no breakpoint for one thread"
sleep 1
shot one
keys c
wait_for 20 differs one || fail "C does not go on to where that thread comes to the line again"
sleep 1
keys shift+c
wait_for 20 same one || fail "Shift+C does not lead back to where that thread was before"
# A press on the number takes it away; then there is nothing to go on to, and that is said.
click 62 591
xdotool mousemove 700 850
wait_for 10 is_gone || fail "a press on a line's number does not take its breakpoint away"
keys F6
sleep 1
shot none
keys c
wait_for 10 differs none || fail "without a breakpoint nothing is said"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
