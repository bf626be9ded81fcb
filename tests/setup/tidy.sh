#!/usr/bin/env bash
# clang-tidy on what changed, by the list in .clang-tidy. tidy.sh [BASE|--all], see tidy_changed.py.
set -euo pipefail
# shellcheck source=cmake/setup.sh
source "$(dirname "$(readlink -f "$0")")/../../cmake/setup.sh"
mkdir -p "$root/build"
if ! have clang-tidy || ! have clang++; then
  mapfile -t wished < <(sed -e 's/#.*//' -e '/^$/d' "$root/cmake/debian-tidy-packages.txt")
  if can_install; then (install_packages "${wished[@]}") || true; fi
fi
if ! have clang-tidy || ! have clang++; then
  echo "skipped: there is no clang-tidy here. Debian's package is clang-tidy."
  exit 0
fi
configure tidy "$root/build-tidy"
# The only headers that a build makes.
ninja -C "$root/build-tidy" warplab_glad >>"$log" 2>&1 || true
exec python3 "$root/tests/setup/tidy_changed.py" "$root/build-tidy" "$@"
