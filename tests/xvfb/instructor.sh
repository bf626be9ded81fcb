# Exercises are added and edited while the window is open.
cp -r "$source/exercises" "$work/exercises"
exercises=$work/exercises
open_window --exercise column-sums
has_title() { xdotool getwindowname "$window" | grep -q "$1"; }
toml=$work/exercises/22-column-sums/exercise.toml
sed -i 's/^title = .*/title = "Sums of columns, renamed"/' "$toml"
wait_for 60 has_title 'renamed' || fail "an edited exercise.toml is not read again"

cp -r "$work/exercises/22-column-sums" "$work/new"
sed -i 's/^title = .*/title = "A new exercise"/; s/^file = .*/file = "new_exercise.cu"/' "$work/new/exercise.toml"
mv "$work/new/column_sums.cu" "$work/new/new_exercise.cu"
mv "$work/new" "$work/exercises/24-new-exercise"
# From the first exercise it is two steps, and wherever the window is by now, some steps either way.
next_is_new() {
  for key in alt+Next alt+Next alt+Next alt+Next alt+Next alt+Prior alt+Prior alt+Prior alt+Prior alt+Prior; do
    keys $key
    sleep 1
    has_title 'A new exercise' && return
  done
  return 1
}
wait_for 60 next_is_new || fail "an exercise that was added does not appear"

broken=$work/exercises/24-new-exercise/exercise.toml
sed -i '1s/^/title = = 1\n/' "$broken"
red='#FF8F63'
says_why() {
  import -window root "$work/now.png"
  [ "$(count_pixels "$work/now.png" 500x600+0+90 "$red")" -gt 30 ]
}
wait_for 60 says_why || fail "the window does not say that exercise.toml cannot be read"
sed -i 1d "$broken"
wait_for 60 has_title 'A new exercise' || fail "a mended exercise.toml is not read again"
keys ctrl+q
wait $pid || fail "the window ended with code $?"
