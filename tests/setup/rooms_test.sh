#!/usr/bin/env bash
# The rooms of engine/, of engine/sim and of app/ are built one on the other: no include leads back.
# rooms_test.sh ROOT
set -euo pipefail
root=$1

# room: what it may include besides itself.
engine_rooms='
base:
data: base
words: base data
ptx: base data
source: base data
sim: base data ptx
compile: base data source
exercise: base data source
cuda: base data
worker: base compile cuda data ptx sim source
model: base data exercise
runtime: base data exercise model ptx sim source words
verdict: base compile cuda data exercise model runtime sim source words worker
lens: base compile data exercise sim verdict words worker
experiment: base compile cuda data exercise model sim verdict words worker
'
# The headers beside the rooms, "front", are what the simulator takes and gives; those of "door" are
# what the rest of the program calls.
sim_doors='simulate.hpp device.hpp steps.hpp record.hpp log_accesses.hpp'
sim_rooms='
front:
door: front
scalar:
device: front
program: front device
state: front device program
execute: front scalar device program state
observe: front device program state
decode: front device program execute
report: front device program state
run: front door device program state execute observe decode report
trace: front door execute program state
steps: front door device program state execute report run
'

# A grading: values at the bottom; the calls that go through all rooms are "front".
verdict_rooms='
result:
plan: result
run: result plan
judge: result plan run
gpu: result plan run judge
program: result plan run judge
report: result
front: result plan run judge gpu program report
'

# The window: a folder for each feature, with what it knows (the sources of warplab_app_model) and what
# draws it (those of warplab_app_views, "ROOM+" here). "lab" knows all features; what draws one may ask it.
# "front" are the programs.
known='common draw editor course results memory time steps live experiment lab'
app_rooms="
common:
draw: common
editor: common
course: common
results: common draw course
memory: common draw results
time: common results
steps: common
live: common draw results
experiment: common draw memory
server: common results
lab: common draw editor course results memory time steps live experiment
draw+: $known
editor+: $known draw+
course+: $known draw+
results+: $known draw+
memory+: $known draw+ results+
time+: $known draw+
steps+: $known draw+
live+: $known draw+ results+
experiment+: $known draw+ results+ memory+ time+
shell+: $known draw+ editor+ course+ results+ memory+ time+ steps+ live+ experiment+
gl+: $known draw+ shell+
front: $known server draw+ shell+ gl+
"

# edges FOLDER PREFIX [DOORS]: "from to file" for each include of FOLDER that begins with PREFIX.
edges() {
  (cd "$1" && grep -rnoE "#include \"$2[^\"]+\"" --include='*.cpp' --include='*.hpp' .) |
    sed -E "s,^\./,,; s,:[0-9]+:#include \"$2, ,; s,\"\$,," |
    awk -v doors=" ${3:-} " '
      function room(file) {
        if (file ~ /\//) return substr(file, 1, index(file, "/") - 1)
        return index(doors, " " file " ") ? "door" : "front"
      }
      room($1) != room($2) { print room($1), room($2), $1, $2 }'
}

# arrows_back TABLE: reads edges, prints those that the table does not have.
arrows_back() {
  awk -v table="$1" '
    BEGIN { n = split(table, lines, "\n")
            for (i = 1; i <= n; ++i) { m = split(lines[i], words, /[: ]+/)
              known[words[1]] = 1
              for (j = 2; j <= m; ++j) if (words[j] != "") allowed[words[1] " " words[j]] = 1 } }
    !known[$1] { print $3 ": the room " $1 " is not in the drawing"; next }
    !allowed[$1 " " $2] { print $3 ": " $1 " must not include " $2 }'
}

# rows_below TABLE: the rooms that a row names before they have a row of their own. Where there are none, no way
# leads round in a circle.
rows_below() {
  awk -F: 'NF > 1 { n = split($2, words, " ")
                    for (i = 1; i <= n; ++i) if (!above[words[i]]) print $1 " names " words[i] ", which stands below it"
                    above[$1] = 1 }' <<<"$1"
}

status=0
check() {  # NAME TABLE EDGES
  local found
  found=$(rows_below "$2")
  [[ -z $found ]] || { echo "$1: $found"; status=1; }
  [[ $(wc -l <<<"$3") -ge 10 ]] || { echo "$1: hardly any includes were found"; status=1; }
  found=$(arrows_back "$2" <<<"$3")
  [[ -z $found ]] || { echo "$found"; status=1; }
}
check engine "$engine_rooms" "$(edges "$root/engine" '' | grep -vE '^[a-z]+ front ')"
check engine/sim "$sim_rooms" "$(edges "$root/engine/sim" sim/ "$sim_doors")"
check engine/verdict "$verdict_rooms" "$(edges "$root/engine/verdict" verdict/)"
for door in $sim_doors; do
  [[ -e $root/engine/sim/$door ]] || { echo "engine/sim has no door $door"; status=1; }
done
# app_edges: as edges of app/, with the rooms' two layers; engine/ has rooms of the same names.
views=$(sed -n '/add_library(warplab_app_views/,/)/p' "$root/app/CMakeLists.txt")
layer() {  # ROOM FILE
  case $1 in
    front) echo front ;;
    gl | shell) echo "$1+" ;;
    *) [[ $views == *" ${2%.*}."* ]] && echo "$1+" || echo "$1" ;;
  esac
}
app_edges() {
  edges "$root/app" '' | while read -r from to file include; do
    [[ -e $root/app/$include ]] || continue
    echo "$(layer "$from" "$file") $(layer "$to" "$include") $file"
  done
}
check app "$app_rooms" "$(app_edges)"

# The check itself: an arrow back is told, and a room that nobody drew.
[[ $(arrows_back "$sim_rooms" <<<'execute observe execute/x.cpp') == *'must not include observe'* ]] || status=1
[[ $(arrows_back "$sim_rooms" <<<'state door state/x.hpp') == *'must not include door'* ]] || status=1
[[ $(arrows_back "$sim_rooms" <<<'attic state attic/x.cpp') == *'not in the drawing'* ]] || status=1
[[ $(rows_below $'a: b\nb: c\nc:\n') == *'a names b'*'b names c'* && -z $(rows_below $'c:\nb: c\n') ]] || status=1
[[ $(arrows_back "$app_rooms" <<<'steps steps+ steps/x.cpp') == *'must not include steps+'* ]] || status=1
[[ $(layer steps steps/steps_view.hpp) == steps+ && $(layer steps steps/steps.hpp) == steps ]] || status=1
exit $status
