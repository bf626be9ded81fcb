#!/usr/bin/env bash
# variants_test.sh NM NAMESPACE OBJECT...: the object files of one instruction set define no function
# that another object file may define, too, unless its name has NAMESPACE in it. Of functions with one
# name the linker keeps any: the one made for a newer processor would then run on an older one.
set -euo pipefail
nm=$1 namespace=$2
shift 2
[[ $# -gt 0 ]] || { echo "There are no object files to look at."; exit 1; }

functions=$("$nm" --defined-only "$@" | awk '$2 == "W" || $2 == "w" || $2 == "T" { print $3 }' | sort -u)
own=$(grep -c "${#namespace}$namespace" <<<"$functions") || true
[[ $own -gt 0 ]] || { echo "No function is in the namespace $namespace."; exit 1; }
if shared=$(grep -v "${#namespace}$namespace" <<<"$functions"); then
  echo "These functions are made for $namespace, and their names do not say so:"
  c++filt <<<"$shared"
  exit 1
fi
echo "$own functions, all of $namespace."
