# Types, kills the program without warning, and starts it again.
open_window --exercise column-sums
click 760 400
keys ctrl+Home
letters '// not saved yet'
has_journal() { grep -q '// not saved yet' "$work"/data/warplab/unsaved/column-sums-*; }
wait_for 60 has_journal || fail "there is no journal"
kill -9 $pid
wait $pid 2>/dev/null || true
[ ! -e "$work/mine/column_sums.cu" ] || fail "the file was written without being asked"
has_journal || fail "the journal has gone with the program"

open_window --exercise column-sums
keys ctrl+s
wait_for 60 grep -q '// not saved yet' "$work/mine/column_sums.cu" || fail "the text did not come back"
[ -z "$(ls "$work/data/warplab/unsaved" | grep -v "lock$")" ] || fail "the journal is still there after saving"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
