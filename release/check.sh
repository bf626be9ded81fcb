#!/usr/bin/env bash
# Everything that is handed out, built and tried as a student would: packages, fresh systems, licences, changelog.
# release/check.sh [BUILD_FOLDER [OUTPUT_FOLDER]]: as root, with mmdebstrap, patchelf, help2man and reuse of Debian.
# Prints a table; exit code 1 where a row is not right. What could not be tried is a row that says so.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build} out=${2:-$root/build/release}
mkdir -p "$out"
out=$(realpath "$out")
status=0
rows=()

row() { rows+=("$(printf '%-34s %-9s %s' "$1" "$2" "$3")"); [[ $2 != wrong ]] || status=1; }
size_of() { du -h --apparent-size "$1" | cut -f 1; }

# --- what is built ----------------------------------------------------------------------------------
deb() {
  local log=$out/deb.log
  (cd "$build" && cpack -G DEB -B "$out/deb") >"$log" 2>&1 || { row "package for Debian 12" wrong "see $log"; return; }
  deb=$(find "$out/deb" -maxdepth 1 -name '*.deb' | head -n 1)
  row "package for Debian 12" right "$(size_of "$deb"), $(basename "$deb")"
}
portable() {
  local log=$out/portable.log newest
  portable=$("$root/release/portable.sh" "$build" "$out" 2>"$log") || { row "portable archive" wrong "see $log"; return; }
  newest=$(mktemp -d)
  tar -C "$newest" -xf "$portable"
  local glibc
  glibc=$(find "$newest" -type f \( -path '*/libexec/*' -o -name '*.so*' \) -exec objdump -T {} + 2>/dev/null |
    grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -n 1)
  rm -rf "$newest"
  row "portable archive" right "$(size_of "$portable"), needs $glibc"
}

# --- fresh systems ----------------------------------------------------------------------------------
# try SYSTEM SUITE SOURCE PACKAGE: in a root of its own that is thrown away.
try() {
  local system=$1 suite=$2 source=$3 package=$4 name folder log
  name="$(basename "$package" | sed 's/.*\.//'), $system"
  [[ -n $package ]] || { row "$system" wrong "there is no package to try"; return; }
  if ! command -v mmdebstrap >/dev/null || [[ $(id -u) -ne 0 ]]; then
    row "$name" "not tried" "needs root and mmdebstrap"
    return
  fi
  log=$out/$suite-${package##*.}.log
  if [[ ! -f $out/$suite.tar ]]; then
    mmdebstrap --variant=minbase --include=apt,ca-certificates "$suite" "$out/$suite.tar" "$source" >"$log" 2>&1 ||
      { row "$name" "not tried" "no such system can be fetched, see $log"; rm -f "$out/$suite.tar"; return; }
  fi
  folder=$(mktemp -d)
  tar -C "$folder" -xf "$out/$suite.tar"
  cp "$package" "$root/release/in_root.sh" "$folder/tmp/"
  cp /etc/resolv.conf "$folder/etc/" 2>/dev/null
  # A place whose traffic passes a proxy with a certificate of its own names a bundle that has it.
  [[ -z ${RELEASE_CA_BUNDLE:-} ]] || cp "$RELEASE_CA_BUNDLE" "$folder/etc/ssl/certs/ca-certificates.crt"
  if unshare --mount --pid --fork chroot "$folder" bash -c "mount -t proc proc /proc; mount -t tmpfs tmpfs /dev/shm 2>/dev/null
       bash /tmp/in_root.sh /tmp/$(basename "$package")" >"$log" 2>&1; then
    row "$name" right "installed in $(sed -n 's/^install_seconds //p' "$log") s, first verdict after $(sed -n 's/^verdict_seconds //p' "$log") s"
  else
    row "$name" wrong "$(tail -n 1 "$log"), see $log"
  fi
  rm -rf --one-file-system "$folder"
}

# --- what is inside ---------------------------------------------------------------------------------
licences() {
  command -v reuse >/dev/null || { row "licences" "not tried" "needs reuse"; return; }
  if (cd "$root" && reuse lint) >"$out/reuse.log" 2>&1; then
    row "licences" right "$(sed -n 's/^\* Used licenses: //p' "$out/reuse.log")"
  else
    row "licences" wrong "see $out/reuse.log"
  fi
}
changelog() {
  local version
  version=$(sed -n 's/^project(warplab VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
  if grep -q "^## \[$version\]" "$root/CHANGELOG.md"; then
    row "changelog" right "has a section $version"
  else
    row "changelog" wrong "has no section $version"
  fi
}
image() {
  if ! command -v podman >/dev/null || ! podman pull -q docker.io/library/debian:12-slim >"$out/image.log" 2>&1; then
    row "image with the window" "not tried" "needs podman, and docker.io"
  elif podman build -q -t warp-lab-window -f "$root/packaging/window.Containerfile" "$out/deb" >"$out/image.log" 2>&1; then
    row "image with the window" right "$(podman image inspect -f '{{.Size}}' warp-lab-window) bytes"
  else
    row "image with the window" wrong "see $out/image.log"
  fi
}

[[ -x $build/bin/warplab-lsp ]] || "$root/lab" setup || exit
deb='' portable=''
deb
portable
try "Debian 12" bookworm http://deb.debian.org/debian "$deb"
try "Debian 12" bookworm http://deb.debian.org/debian "$portable"
try "Ubuntu 24.04" noble 'deb [trusted=yes] http://archive.ubuntu.com/ubuntu noble main universe' "$portable"
image
licences
changelog
printf '%s\n' "${rows[@]}"
exit $status
