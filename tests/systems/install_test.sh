#!/usr/bin/env bash
# What is installed works from there, on a copy of the course, and writes nothing where it is installed.
# install_test.sh ROOT BINARY_DIR
set -euo pipefail
binaries=$2
for program in grader warplab warplab-lsp warplab-worker warplab-gpu-worker; do
  [[ -x $binaries/bin/$program ]] || exit 77
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() { echo "$*"; exit 1; }
cmake --install "$binaries" --prefix "$work/usr" >"$work/log" || { tail "$work/log"; die "It cannot be installed."; }
state() { find "$work/usr" -printf '%p %s %T@\n' | sort; }
before=$(state)
mkdir "$work/home"
# Where there is no toolkit, the compiler of a build folder stands for the one in the cache.
for nvrtc in "$binaries/nvrtc" "$1/build/nvrtc"; do
  [[ ! -d $nvrtc/nvidia ]] || { mkdir -p "$work/home/.cache/warplab" && ln -sfn "$nvrtc" "$work/home/.cache/warplab/nvrtc"; }
done
as_student() { env -u XDG_CACHE_HOME HOME="$work/home" PATH="$work/usr/bin:$PATH" "$@"; }
course=$work/home/warp-lab
as_student grader column-sums >"$work/out" && die "The starter passes."
grep -q '^FAIL  column-sums' "$work/out" || { cat "$work/out"; die "There is no verdict."; }
[[ -f $course/exercises/22-column-sums/statement.md && -f $course/.vscode/tasks.json ]] || die "There is no copy of the course."
cp "$1/solutions/22-column-sums/solution.cu" "$course/exercises/22-column-sums/column_sums.cu"
as_student grader column-sums >"$work/out" || { cat "$work/out"; die "The student's own file is not graded."; }
as_student grader list --format json >"$work/out"
grep -q "$work/usr/share/warplab/exercises" "$work/out" || die "The list is not of what was shipped."
[[ $(state) == "$before" ]] || die "Something was written where it is installed."
for file in share/applications/warplab.desktop share/icons/hicolor/scalable/apps/warplab.svg \
  share/bash-completion/completions/grader share/doc/warp-lab/copyright share/warplab/nvrtc-package.txt; do
  [[ -f $work/usr/$file ]] || die "$file is missing."
done
# shellcheck disable=SC2016
as_student bash -c 'source "$1" && COMP_WORDS=(grader col) COMP_CWORD=1 && _grader && [[ ${COMPREPLY[*]} == column-sums ]]' _ \
  "$work/usr/share/bash-completion/completions/grader" || die "The shell does not complete the name of an exercise."
