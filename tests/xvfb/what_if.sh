# Without a GPU the tab Time models the last run: what limits it has its bar, and a size that is dragged has another
# answer.
mkdir -p "$work/mine"
cp "$source/exercises/33-transpose-conflict-free/transpose_conflict_free.cu" "$work/mine/"
open_window --exercise transpose-conflict-free --tab time
shot() { import -window root "$work/$1.png"; }
is_modelled() {   # the bar of what limits it
  shot now
  [ "$(count_pixels "$work/now.png" 590x740+850+85 '#F0C24E')" -gt 300 ]
}
is_modelled && fail "something is modelled before a run"
keys F5
wait_for 60 is_modelled || fail "the run was not modelled"
answer=500x90+860+225   # the standing, the time, its range
same() { [ "$(compare -metric AE -extract $answer "$work/$1.png" "$work/$2.png" null: 2>&1)" = 0 ]; }
is_settled() { shot before; sleep 1; shot after; same before after; }
wait_for 60 is_settled || fail "the answer does not come to rest"
cp "$work/after.png" "$work/whole.png"
xdotool mousemove 1364 143; sleep 0.3; xdotool mousedown 1; sleep 0.2
xdotool mousemove 1330 143; sleep 0.3; xdotool mousemove 1300 143; sleep 0.3; xdotool mouseup 1
wait_for 60 is_settled || fail "the answer for the other size does not come to rest"
is_modelled || fail "the other size was not modelled"
same whole after && fail "another size has the same answer"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
