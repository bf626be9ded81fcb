# Types, kills the program without warning, and starts it again.
open_window --exercise column-sums
click 760 400
keys ctrl+Home
letters '// not saved yet'
sleep 0.5
kill -9 $pid
wait $pid 2>/dev/null || true
[ ! -e "$work/mine/column_sums.cu" ] || fail "the file was written without being asked"
grep -q '// not saved yet' "$work"/data/warplab/unsaved/column-sums-* || fail "there is no journal"

open_window --exercise column-sums
keys ctrl+s
wait_for 10 grep -q '// not saved yet' "$work/mine/column_sums.cu" || fail "the text did not come back"
[ -z "$(ls "$work/data/warplab/unsaved" | grep -v "lock$")" ] || fail "the journal is still there after saving"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
