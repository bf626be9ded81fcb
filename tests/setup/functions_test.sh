#!/usr/bin/env bash
# A function takes at most six values and has at most 80 lines: what belongs together is a struct,
# and what has several parts has names for them (docs/decisions/04-rooms.md). It reads the layout
# that clang-format makes. Tables that are filled by a lambda on the spot are no functions.
# functions_test.sh ROOT
set -euo pipefail
most_parameters=6
most_lines=80

# functions FILE...: "FILE:LINE NAME PARAMETERS LINES" for each function; 0 lines: a declaration.
functions() {
  awk '
    # The text between the brackets that close at the end of it, and how many parameters it has.
    function parameters(text,    depth, i, c, n) {
      depth = 0; n = text ~ /^[ ]*$/ || text == "void" ? 0 : 1
      for (i = 1; i <= length(text); ++i) {
        c = substr(text, i, 1)
        if (c ~ /[({<[]/) ++depth
        else if (c ~ /[)}>\]]/) --depth
        else if (c == "," && depth == 0) ++n
      }
      return n
    }
    # From the name to the bracket that closes the list; sets name and list.
    function read_head(text,    open, i, depth, c) {
      open = index(text, "("); if (!open) return 0
      name = substr(text, 1, open - 1); sub(/ +$/, "", name)
      if (name !~ /[A-Za-z0-9_>&*] +[*&]*[A-Za-z_~][A-Za-z0-9_:~<>]*$/) return 0
      if (name ~ /(^|[ ])(return|else|new|throw|case|if|for|while|switch|using|typedef|#define)($|[ ])/)
        return 0
      if (name ~ /[=.]/) return 0
      sub(/^.*[ *&]/, "", name)
      depth = 0
      for (i = open; i <= length(text); ++i) {
        c = substr(text, i, 1)
        if (c == "(") ++depth
        if (c == ")" && --depth == 0) { list = substr(text, open + 1, i - open - 1); return 1 }
      }
      return 0
    }
    function tell(lines) { print file ":" start " " name " " parameters(list) " " lines }
    FNR == 1 { head = ""; inside = 0; raw = ""; file = FILENAME }
    # Text in R"(...)" is another language.
    raw != "" { if (index($0, raw)) { raw = ""; head = "" } next }
    { line = $0
      if (match(line, /R"[a-z]*\(/)) {
        raw = ")" substr(line, RSTART + 2, RLENGTH - 3) "\""
        if (index(line, raw)) raw = ""
        line = substr(line, 1, RSTART - 1)
      }
      sub(/ *\/\/.*$/, "", line); gsub(/"([^"\\]|\\.)*"/, "\"\"", line) }
    inside { if (line ~ "^" indent "}") { tell(FNR - start + 1); inside = 0 }
             else next }
    # A head begins at the edge or one step in, in a class; it ends with a brace or a semicolon.
    head == "" && line !~ /^(  )?[A-Za-z_~]/ { next }
    head == "" { start = FNR; match(line, /^ */); indent = substr(line, 1, RLENGTH) }
    { text = line; sub(/^ +/, "", text); head = head == "" ? text : head " " text }
    head ~ /[{;]$/ || head ~ /[^,(:]}$/ {
      if (read_head(head)) {
        if (head ~ /{$/) { inside = 1; head = ""; next }
        tell(head ~ /;$/ ? 0 : FNR - start + 1)
      }
      head = "" }
    head ~ /^(public|private|protected):/ { head = "" }
    line == "" || line ~ /^#/ { head = "" }' "$@"
}

too_large() {
  awk -v parameters=$most_parameters -v lines=$most_lines '
    # What nvcc calls, and what programs do, has the parameters that CUDA gives it.
    $1 ~ /^engine\/runtime\/library\// && $2 ~ /^(__)?cu(da)?[A-Z]/ { $3 = 0 }
    $3 > parameters { print $1 ": " $2 "() takes " $3 " values; a struct for what belongs together" }
    $4 > lines { print $1 ": " $2 "() has " $4 " lines; a name for each of its steps" }'
}

cd "$1"
status=0
mapfile -t files < <(find app bench engine grader -name '*.cpp' -o -name '*.hpp')
all=$(functions "${files[@]}")
[[ $(wc -l <<<"$all") -ge 3000 ]] || { echo "hardly any functions were found"; status=1; }
found=$(too_large <<<"$all")
[[ -z $found ]] || { echo "$found"; status=1; }

# The check itself.
wrong=$(mktemp)
trap 'rm "$wrong"' EXIT
{
  echo 'int many(int a, int b, int c, int d, std::pair<int, int> e, int f,'
  echo '         int g);'
  echo 'int few(int a, std::map<int, int> b, std::function<void(int, int, int)> c, int d);'
  echo 'constexpr const char* kTables = R"('
  echo '  attempt(int a, int b, int c, int d, int e, int f, int g);'
  echo ')";'
  echo 'struct Long {'
  echo '  void of_lines(int a) {'
  for ((i = 0; i < 90; ++i)); do echo '    a += 1;'; done
  echo '  }'
  echo '};'
} >"$wrong"
[[ $(functions "$wrong" | too_large | grep -c 'many() takes 7\|of_lines() has 92') == 2 &&
   $(functions "$wrong" | wc -l) == 3 ]] || { echo "functions_test.sh overlooks what it is there for"; functions "$wrong"; status=1; }
exit $status
