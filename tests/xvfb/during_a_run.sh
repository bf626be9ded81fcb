# A run that takes very long: meanwhile another exercise is opened and typed into; then the run is cancelled.
mkdir -p "$work/mine"
# What a kernel may execute ends within seconds; what takes longest is a file that keeps the compiler busy
# until its limit: sines with a branch around each, forty times forty of them.
slow='if (rows == 54321) { _Pragma("unroll") for (int i = 0; i < 40; ++i) _Pragma("unroll") for (int k = 0; k < 40; ++k) if (sum > i * k) sum += sinf(sum * i) / (k + 1); }'
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
wait_for 60 has_title 'Matrix add' || fail "another exercise cannot be opened during a run"
click 760 400
letters '// typed meanwhile '
typed_meanwhile() { grep -q '// typed meanwhile' "$work"/data/warplab/unsaved/matrix-add-*; }
wait_for 60 typed_meanwhile || fail "nothing can be typed during a run"
is_running || fail "the run ended by itself: the file of this test is too quick"
keys Escape
wait_for 60 is_not_running || fail "the run cannot be cancelled"
[ -z "$(find "$work/data/warplab" -name attempt.json)" ] || fail "a cancelled run counts as an attempt"

keys F5                       # and the next run is as ever
attempted() { ls "$work"/data/warplab/history/of-*/matrix-add/*/attempt.json; }
wait_for 240 attempted || fail "nothing can be run after a cancelled run"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
