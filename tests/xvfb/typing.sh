# An error stands at its place without a run, and goes when it is mended; a name is completed.
open_window --exercise column-sums
window_part=1440x840+0+50 error='#FF8F63'
shows_error() {
  import -window root "$work/now.png"
  [ "$(count_pixels "$work/now.png" $window_part $error)" -gt 10 ]
}
shows_none() { ! shows_error; }

click 760 400                 # into the editor
keys ctrl+End Return
shows_none || fail "there is an error before anything was typed"
letters '__device__ int value = nothing;'
wait_for 60 shows_error || fail "the error is not shown"
[ -z "$(find "$work/data/warplab" -name attempt.json)" ] || fail "the text was run"
keys shift+Home Delete
wait_for 60 shows_none || fail "the error stays although it is mended"

letters '__syncth'
keys Tab
in_journal() { grep -q "$1" "$work"/data/warplab/unsaved/column-sums-*; }
wait_for 60 in_journal '^__syncthreads()$' || fail "the name is not completed with its brackets"
letters ';'
wait_for 60 in_journal '^__syncthreads();$' || fail "the caret does not stand behind them"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
