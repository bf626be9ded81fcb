# Finds the mistake of an exercise with the keyboard, corrects it, presses Run with the mouse.
open_window --exercise transpose-conflict-free
verdict_part=700x52+560+0   # of the top bar
passed='#3FC5A2'

import -window root "$work/before.png"
[ "$(count_pixels "$work/before.png" $verdict_part $passed)" = 0 ] || fail "a verdict is shown before the run"

click 760 400                 # into the editor
keys ctrl+f
letters '[32][32]'
keys Escape Right Left BackSpace
letters 3
click 205 26                  # Run

attempt_passed() { grep -q '"verdict": "pass"' "$work"/data/warplab/history/of-*/transpose-conflict-free/*/attempt.json; }
wait_for 240 attempt_passed || fail "no attempt on disk has passed: $(cat "$work"/mine/*.cu | grep tile)"
grep -q 'tile\[32\]\[33\]' "$work/mine/transpose_conflict_free.cu" || fail "the file on disk lacks the fix"
cmp -s "$work/mine/transpose_conflict_free.cu" "$work"/data/warplab/history/of-*/transpose-conflict-free/*-pass/source.cu ||
  fail "the history holds another text than the file"

click 760 400                 # away from Run, whose tooltip covers the mark
passed_in_picture() {
  import -window root "$work/after.png"
  [ "$(count_pixels "$work/after.png" $verdict_part $passed)" -gt 10 ]   # the check mark has 19
}
wait_for 60 passed_in_picture || fail "the picture does not show the exercise as passed"
course_part=400x740+0+85
keys ctrl+shift+b             # the list of the course
sleep 1
import -window root "$work/after.png"
[ "$(count_pixels "$work/after.png" $course_part $passed)" -gt 5 ] || fail "the course list has no mark"

keys ctrl+q
wait $pid || fail "the window ended with code $?"
