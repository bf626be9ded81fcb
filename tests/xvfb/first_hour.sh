# The first hour of a student: exercises are typed, line by line, with the mistakes that everybody makes, and mended.
# By hand, all five with their pictures (sizes and themes: every_first_hour.sh):
#   [SCREEN=WxH] on_display.sh first_hour.sh PROGRAM SOURCE FOLDER [THEME [SCALE]]
# As a test, without a FOLDER: two exercises. What is looked at are files on disk and the title of the window.
pictures=${arguments[0]:-} theme=${arguments[1]:-dark} scale=${arguments[2]:-1}
set_layout() { :; }   # as it is at first
letters() { xdotool type --delay 12 "$1"; sleep 0.2; }
lines() { local line; for line in "$@"; do letters "$line"; keys Return; done; }
find_text() { keys ctrl+f; letters "$1"; keys Escape; }   # and it is selected

picture=0
shot() {   # NAME: a picture of the window as it is now
  [ -n "$pictures" ] || return 0
  picture=$((picture + 1))
  sleep "${2:-1.5}"
  import -window root "$pictures/$(printf %02d $picture)-$1.png"
}

journal_of() { cat "$work"/data/warplab/unsaved/"$1"-*.cu 2>/dev/null || cat "$work/mine/${1//-/_}.cu"; }
# One that is being written has another name until it is whole.
attempts_of() { find "$work/data/warplab" -path "*/$1/[0-9]*/attempt.json" 2>/dev/null | sort; }
exercise=
begin() { exercise=$1; runs=0; }
has_run() { [ "$(attempts_of $exercise | wc -l)" -gt $runs ]; }
run() {   # VERDICT TEXT: F5, and the attempt on disk has this verdict and says this
  keys F5
  wait_for 240 has_run || fail "$exercise: the run did not end"
  runs=$((runs + 1))
  local last
  last=$(attempts_of $exercise | tail -1)
  grep -q "\"verdict\": \"$1\"" "$last" && grep -q "$2" "$last" ||
    fail "$exercise: run $runs should be $1 and say \"$2\": $(cat "$last")"
}
has_title() { xdotool getwindowname "$window" | grep -q "$1"; }
go_to() {   # TITLE: by the keys for the next exercise
  local i
  for i in $(seq 14); do
    has_title "$1" && return
    keys alt+Next
    sleep 0.4
  done
  fail "there is no exercise with the title \"$1\""
}

column_sums() {
  begin column-sums
  has_title 'Column sums' || fail "the window shows another exercise: $(xdotool getwindowname "$window")"
  shot first-sight
  find_text '// Write me.'
  lines 'const int column = blockIdx.x * blockDim.x + threadIdx.x' 'float sum = 0.0f;' \
    'for (int row = 0; row < rows; ++row) {' 'sum += a[row * cols + column];' '}'
  letters 'sums[column] = sum;'
  shot no-semicolon-while-typing 3
  run fail 'expected a \\";\\"'
  shot no-semicolon-run
  keys F8 End
  letters ';'
  shot no-semicolon-mended 3
  run fail 'Line 2[0-9] reads'
  shot no-bound
  keys ctrl+shift+h
  shot hint
  find_text 'column = blockIdx'
  keys End Return
  letters 'if (column >= cols) return;'
  run pass 'Passed'
  shot passed 4
  keys F9
  wait_for 60 has_title 'Matrix add' || fail "F9 does not lead to the next exercise"
}

matrix_add() {
  begin matrix-add
  shot matrix-add
  find_text 'int row = x;'
  letters 'int row = swapped ? y : x;'
  find_text 'int column = y;'
  letters 'int column = swapped ? x : y;'
  run fail 'swapped'
  shot swapped-indices
  keys ctrl+End BackSpace BackSpace   # a brace too many goes
  shot no-brace-while-typing 3
  run fail 'Line'
  shot no-brace-run
  letters '}'
  find_text '? y : x;'
  letters '? x : y;'
  find_text 'column = swapped ? x'
  letters 'column = swapped ? y'
  find_text '? y : y;'
  letters '? y : x;'
  run pass 'Passed'
  shot matrix-add-passed 4
}

transpose_shared() {
  go_to 'through shared memory'
  begin transpose-shared
  shot transpose-shared
  keys ctrl+End Up Up End shift+Up shift+Up shift+Up shift+Up shift+Home
  lines '__shared__ float tile[32][32];' 'const int column = blockIdx.x * 32 + threadIdx.x;' \
    'const int row = blockIdx.y * 32 + threadIdx.y;' 'if (row < rows && column < cols) {' \
    'tile[threadIdx.y][threadIdx.x] = in[row * cols + column];' '}' \
    'const int out_column = blockIdx.y * 32 + threadIdx.x;' 'const int out_row = blockIdx.x * 32 + threadIdx.y;' \
    'if (out_row < cols && out_column < rows) {' 'out[out_row * rows + out_column] = tile[threadIdx.y][threadIdx.x];'
  letters '}'
  run fail 'Line'
  shot no-barrier 4
  keys ctrl+shift+h
  shot no-barrier-hint
  find_text 'const int out_column'
  keys Home ctrl+shift+Return
  letters '__syncth'
  shot completion
  keys Tab
  letters ';'
  run fail 'ot'
  shot tile-not-turned 4
  keys ctrl+3
  shot tile-not-turned-steps 4
  find_text 'tile[threadIdx.y][threadIdx.x];'
  letters 'tile[threadIdx.x][threadIdx.y];'
  run pass 'Passed'
  shot transpose-shared-passed 4
  keys F9
  wait_for 60 has_title 'without bank conflicts' || fail "F9 does not lead to the next exercise"
}

transpose_conflict_free() {
  begin transpose-conflict-free
  shot conflicts-before
  run fail 'Line'
  shot conflicts 3
  keys ctrl+2
  shot conflicts-memory 5
  keys ctrl+4
  shot conflicts-time 6
  keys ctrl+f
  letters '[32][32]'
  keys Escape Right Left BackSpace
  letters 3
  run pass 'Passed'
  shot conflict-free-passed 4
  keys F2
  shot statement-beside-the-code
  keys F2
}

racy_atomic() {
  go_to 'atomics'
  begin racy-atomic
  shot racy-atomic
  keys ctrl+5
  shot racy-atomic-live 4
  run fail 'Line'
  shot race 4
  find_text 'out[k * rows + i] += value;'
  letters 'atomicA'
  keys Tab
  letters '&out[k * rows + i], value)'
  shot no-semicolon-again 3
  letters ';'
  run pass 'Passed'
  shot racy-atomic-passed 5
  keys F4
  shot history
  keys Escape
  keys F1
  shot keys
  keys Escape
}

[ -z "$pictures" ] || mkdir -p "$pictures"
open_window --exercise column-sums --theme "$theme" --scale "$scale"
column_sums
if [ -n "$pictures" ]; then
  matrix_add
  transpose_shared
else
  go_to 'without bank conflicts'
fi
transpose_conflict_free
[ -z "$pictures" ] || racy_atomic
keys ctrl+q
wait $pid || fail "the window ended with code $?"
