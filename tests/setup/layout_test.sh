#!/usr/bin/env bash
# layout_test.sh SOURCE_DIR: every C++ file is laid out as .clang-format says, by the version that it was
# written for; others break lines elsewhere.
set -euo pipefail
cd "$1"

if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
  echo "skipped: there is no clang-format 14"
  exit 77
fi
check=(clang-format --dry-run -Werror)
if printf 'int  x ;\n' | "${check[@]}" --assume-filename=app/x.cpp 2>/dev/null; then
  echo "FAILED: two spaces were not noticed"
  exit 1
fi
find engine grader app tests bench -name '*.cpp' -print0 -o -name '*.hpp' -print0 | xargs -0 "${check[@]}"
