#!/usr/bin/env bash
# What a student does on a fresh system, run inside its root: installs, grades, looks, upgrades, removes.
# in_root.sh PACKAGE: a .deb or a portable .tar.xz. Prints one "KEY VALUE" a line; ends with a sentence where
# something is not as it should be.
set -euo pipefail
package=$1
say() { printf '%s %s\n' "$1" "$2"; }
die() { echo "in_root.sh: $*" >&2; exit 1; }
quietly() { "$@" >/tmp/log 2>&1 || { tail -n 20 /tmp/log >&2; die "$* failed."; }; }

start=$(date +%s.%N)
case $package in
  *.deb)
    quietly apt-get -q update
    quietly env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$package"
    ;;
  *) # With what every desktop has.
    quietly env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get -q update && apt-get -q -y install --no-install-recommends python3-pip xz-utils libgl1 libx11-6 libfontconfig1'
    quietly tar -C /opt -xf "$package"
    PATH=$(echo /opt/warp-lab-*/bin):$PATH
    ;;
esac
installed=$(date +%s.%N)

useradd --create-home student 2>/dev/null || true
as_student() { su student -c "export PATH='$PATH' LC_ALL=C.UTF-8; $*"; }

as_student 'grader column-sums' >/tmp/without 2>&1 && die "graded without a compiler"
grep -q warplab-get-nvrtc /tmp/without || { cat /tmp/without; die "nobody is told how to get NVRTC"; }
quietly as_student 'warplab-get-nvrtc --yes'
as_student 'grader column-sums' >/tmp/verdict 2>&1 && die "the starter passed"
grep -q '^FAIL  column-sums' /tmp/verdict || { cat /tmp/verdict; die "no verdict"; }
verdict=$(date +%s.%N)
say install_seconds "$(awk "BEGIN {printf \"%.1f\", $installed - $start}")"
say verdict_seconds "$(awk "BEGIN {printf \"%.1f\", $verdict - $start}")"

course=/home/student/warp-lab
[[ -f $course/exercises/22-column-sums/column_sums.cu && -f $course/.vscode/tasks.json ]] || die "no copy of the course"
as_student 'grader --version; warplab-lsp --version; warplab --version' >/tmp/versions || die "a program does not start"
say programs "$(paste -sd , /tmp/versions)"

as_student "grader column_sums.cu --format gcc --submission $course/exercises/22-column-sums/column_sums.cu" >/tmp/gcc || true
grep -q '^[^ ]*column_sums.cu:[0-9]*:[0-9]*: error: ' /tmp/gcc || { cat /tmp/gcc; die "no line for an editor"; }

# Another version: the student's file stays, another one is renewed.
echo '// my own work' >>"$course/exercises/22-column-sums/column_sums.cu"
shipped=$(dirname "$(readlink -f "$(command -v grader)")")/../../share/warplab/exercises/22-column-sums
echo 'A clearer text.' >>"$shipped/statement.md"
as_student 'grader column-sums' >/dev/null 2>&1 || true
grep -q 'my own work' "$course/exercises/22-column-sums/column_sums.cu" || die "an upgrade took the student's file"
grep -q 'A clearer text' "$course/exercises/22-column-sums/statement.md" || die "an upgrade brought nothing new"

if [[ $package == *.deb ]]; then
  dpkg -L warp-lab >/tmp/files
  grep -q '^/usr/share/man/man1/grader.1' /tmp/files || die "no manual page"
  sed -i '/A clearer text/d' "$shipped/statement.md"
  quietly dpkg --verify warp-lab
  [[ ! -s /tmp/log ]] || { cat /tmp/log; die "files below /usr were changed"; }
  quietly env DEBIAN_FRONTEND=noninteractive apt-get -q -y remove warp-lab
  [[ ! -e /usr/bin/grader && ! -e /usr/libexec/warplab && ! -e /usr/share/warplab ]] || die "removing left something"
  grep -q 'my own work' "$course/exercises/22-column-sums/column_sums.cu" || die "removing took the student's file"
fi
say result right
