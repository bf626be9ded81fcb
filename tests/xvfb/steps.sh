# A block is opened, walked by instruction and line, back again, and to the line of the editor's caret.
mkdir -p "$work/mine"
cp "$source/solutions/52-matmul-tiled/solution.cu" "$work/mine/matmul_tiled.cu"
open_window --exercise matmul-tiled --tab steps
pane=490x720+950+80
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
keys ctrl+q
wait $pid || fail "the window ended with code $?"
