# A kernel that takes very long: meanwhile another exercise is opened and typed into; then the run is cancelled.
mkdir -p "$work/mine"
# Divisions and roots that are rounded down and up, one lane after the other: what the limit of a run allows of
# them takes long.
slow='double slow = threadIdx.x + 2; _Pragma("unroll 16") for (int i = 0; i < 1000000; ++i) slow = __dsqrt_ru(__ddiv_rd(slow, 1.7) + 3.0); if (slow == 0.5) sum = 1.0f;'
sed "s|float sum = 0.0f;|float sum = 0.0f; $slow|" \
  "$source/solutions/22-column-sums/solution.cu" >"$work/mine/column_sums.cu"
open_window --exercise column-sums
progress_bar=600x12+600+30 link='#7DB4FF'
is_running() {
  import -window root "$work/now.png"
  [ "$(count_pixels "$work/now.png" $progress_bar $link)" -gt 3 ]
}
is_not_running() { ! is_running; }
keys F5
wait_for 60 is_running || fail "no progress is shown"
keys alt+Next                 # the next exercise
has_title() { xdotool getwindowname "$window" | grep -q "$1"; }
wait_for 30 has_title 'Matrix add' || fail "another exercise cannot be opened during a run"
click 760 400
letters '// typed meanwhile '
typed_meanwhile() { grep -q '// typed meanwhile' "$work"/data/warplab/unsaved/matrix-add-*; }
wait_for 30 typed_meanwhile || fail "nothing can be typed during a run"
is_running || fail "the run ended by itself: the kernel of this test is too quick"
keys Escape
wait_for 60 is_not_running || fail "the run cannot be cancelled"
[ -z "$(find "$work/data/warplab" -name attempt.json)" ] || fail "a cancelled run counts as an attempt"

keys F5                       # and the next run is as ever
attempted() { ls "$work"/data/warplab/history/of-*/matrix-add/*/attempt.json; }
wait_for 240 attempted || fail "nothing can be run after a cancelled run"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
