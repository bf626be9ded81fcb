#!/usr/bin/env bash
# One way to write a thing, in code, comments and documentation (docs/decisions/08-plain-words.md).
# words_test.sh ROOT
set -euo pipefail

# sources ENDING...: the project's own files.
sources() {
  local names=()
  for ending in "$@"; do names+=(-o -name "*.$ending"); done
  find README.md app bench docs engine exercises grader solutions tests -type f \( "${names[@]:1}" \) -print0
}

# places: a thread's place that is not written as place_text() does: thread (3,0,0) of block (0,0,0).
places() {
  sources md cpp hpp cu | xargs -0 grep -nHE '(thread|block) \(([0-9]+, ){2}[0-9]+\)|thread \[[0-9]'
  sources cpp hpp | xargs -0 grep -nHE 'thread \(\{\}'
}

# digits: thousands set apart by a comma, in text or in comments; a blank does it.
digits() {
  sources md | xargs -0 grep -nHE '(^|[^0-9,.=:(\[])[0-9]{1,3}(,[0-9]{3})+($|[^0-9,=])'
  sources cpp hpp cu toml sh | xargs -0 grep -nHE '(//|^ *#).*[^0-9,.=:(\[][0-9]{1,3}(,[0-9]{3})+($|[^0-9,=])'
}

# torn: lines of a comment that end long before the edge although the next one goes on with the sentence.
torn() {
  # shellcheck disable=SC2016  # awk's own $0
  sources cpp hpp | xargs -0 awk '
    FNR == 1 { before = "" }
    { comment = match($0, /^ *\/\/ ?[^ ]/) ? $0 : ""
      if (comment != "" && before != "" && index(comment, "//") == index(before, "//")) {
        text = comment; sub(/^ *\/\/ ?/, "", text); split(text, words, " ")
        if (text ~ /^[a-z(]/ && before !~ /[.:;!?]$/ && length(before) + 1 + length(words[1]) <= 87)
          print FILENAME ":" FNR - 1 ":" before
      }
      before = comment }'
}

cd "$1"
status=0
for check in places digits torn; do
  found=$($check || true)
  [[ -z $found ]] || { echo "$check:"; echo "$found"; status=1; }
done

# The checks themselves, on a project that has everything wrong.
wrong=$(mktemp -d)
trap 'rm -r "$wrong"' EXIT
cd "$wrong"
mkdir app bench docs engine exercises grader solutions tests
echo 'The sum of 64,000 numbers by thread (1, 0, 0).' >README.md
printf '// This line ends\n// in the middle.\nformat("thread ({},{},{})");\n' >engine/x.cpp
[[ $(places | wc -l) == 2 && $(digits | wc -l) == 1 && $(torn | wc -l) == 1 ]] || {
  echo "words_test.sh overlooks what it is there for"; status=1; }
exit $status
