# After a run the tab Memory shows 32 words stacked on one bank, by the keyboard another line of the file, and the code is linked with
# the lines by colour.
mkdir -p "$work/mine"
cp "$source/exercises/33-transpose-conflict-free/transpose_conflict_free.cu" "$work/mine/"
open_window --exercise transpose-conflict-free --tab memory
shot() { import -window root "$work/$1.png"; }
has() {   # COLOUR PIXELS [PART]: in the column of the tabs
  shot now
  [ "$(count_pixels "$work/now.png" "${3:-590x700+850+85}" "$1")" -gt "$2" ]
}
waits='#FF8F63'   # words that wait for an earlier pass, and bytes that are moved for nothing
has "$waits" 1000 && fail "something is looked at before a run"
keys F5
stacked() { has "$waits" 1500; }
wait_for 60 stacked || fail "the words are not stacked on their bank"
keys F6 l   # from the text to the tabs, and to the next line of the table
shows_another_line() { ! has "$waits" 1000; }
wait_for 60 shows_another_line || fail "by the keyboard no other line is shown"
keys ctrl+p
linked() { has '#56B4E9' 20 60x380+30+90; }   # at the lines of the text
wait_for 60 linked || fail "no row of the code has the colour of its line"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
