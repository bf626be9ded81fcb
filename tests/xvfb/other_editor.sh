# Another program writes the file that is open: it is read again, and where both sides changed, the window asks.
mkdir -p "$work/mine"
file=$work/mine/column_sums.cu
write_as_editors_do() { printf '%s\n' "$1" >"$file~" && mv "$file~" "$file"; }
write_as_editors_do '// first'
open_window --exercise column-sums
write_as_editors_do '// from elsewhere'
sleep 1
click 760 400
saved_with_mine() {
  keys ctrl+Home
  letters 'x'
  keys ctrl+s
  grep -q '^x*// from elsewhere' "$file" && grep -q '^x' "$file"
}
wait_for 60 saved_with_mine || fail "what another editor wrote was not read again: $(cat "$file")"

letters '// mine '
write_as_editors_do '// theirs'
question=700x120+600+90       # below the head of the editor
button='#2563C9'
is_asked() {
  import -window root "$work/now.png"
  [ "$(count_pixels "$work/now.png" $question $button)" -gt 500 ]
}
wait_for 60 is_asked || fail "nobody asks which text stays"
keys ctrl+Home
grep -q '// theirs' "$file" || fail "the file was overwritten before the answer"
click $(center_of "$work/now.png" $question $button)   # Keep mine
keys ctrl+s
wait_for 60 grep -q '// mine' "$file" || fail "my text was not kept: $(cat "$file")"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
