#!/usr/bin/env bash
# readme_test.sh SOURCE_DIR BINARY_DIR [update]: runs the commands of the README's console blocks and
# compares what they print with what the README says they do, times apart. With `update` the README is
# given today's output.
set -euo pipefail
source_dir=$1
binary_dir=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A clone as the README's reader has it, with the programs that were built here.
mkdir "$work/clone" "$work/clone/build"
cd "$work/clone"
ln -s "$source_dir"/{exercises,solutions} .
ln -s "$binary_dir/bin" build/bin
printf '#!/bin/sh\nexec build/bin/grader --all --submission solutions\n' >lab
chmod +x lab

in_console=""
while IFS= read -r line; do
  case $line in
    '```console') in_console=yes ;;
    '```') in_console="" ;;
  esac
  [[ -z $in_console || $line == '```console' || $line == '$ '* ]] && printf '%s\n' "$line"
  [[ -n $in_console && $line == '$ '* ]] || continue
  bash -c "${line:2}" 2>&1 </dev/null || true
done <"$source_dir/README.md" >"$work/README.md"

if [[ ${3:-} == update ]]; then
  cp "$work/README.md" "$source_dir/README.md"
  exit
fi
without_times() { sed -E 's/ +[0-9]+\.[0-9] s$/ N s/' "$1"; }
diff -u --label README.md --label "what it prints" \
  <(without_times "$source_dir/README.md") <(without_times "$work/README.md") ||
  { echo "tests/setup/readme_test.sh SOURCE_DIR BINARY_DIR update writes today's output into it." && exit 1; }
