#!/usr/bin/env bash
# An archive that runs where it is unpacked, on any Linux with glibc 2.35 and the libraries of GCC 12, or newer ones.
# portable.sh BUILD_FOLDER OUTPUT_FOLDER: prints the path. Small libraries travel along; those that every desktop has
# are the system's: C, C++, OpenGL, fonts, and what talks to the display.
set -euo pipefail
build=$1 out=$(realpath "$2")
command -v patchelf >/dev/null || { echo "portable.sh needs patchelf." >&2; exit 2; }
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=warp-lab-$version-$(uname -m)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cmake --install "$build" --prefix "$stage/$name" --strip >/dev/null

programs=$stage/$name/libexec/warplab libraries=$stage/$name/lib/warplab
mkdir -p "$libraries"
systems='^(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|anl|stdc\+\+|gcc_s|GL|GLX|GLdispatch|EGL|OpenGL|X.*|xcb.*|wayland-.*|drm|fontconfig|freetype|expat))\.so'
for program in "$programs"/*; do
  ldd "$program" | awk '$3 ~ /^\// {print $1, $3}' | while read -r library path; do
    [[ $library =~ $systems ]] || cp -Ln "$path" "$libraries/$library"
  done
  patchelf --set-rpath "\$ORIGIN/../../lib/warplab" "$program"
done
# What only the system's libraries need is the system's as well.
while true; do
  needed=$(find "$programs" "$libraries" -type f -exec readelf -d {} + 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
  unused=$(find "$libraries" -type f -printf '%f\n' | grep -vxF "$needed") || break
  (cd "$libraries" && xargs rm <<<"$unused")
done
for library in "$libraries"/*; do
  chmod 755 "$library"
  patchelf --set-rpath "\$ORIGIN" "$library"
done
# The licences of what travels along, as Debian has them.
for library in "$libraries"/*; do
  package=$(dpkg -S "*/$(basename "$library")" 2>/dev/null | head -n 1 | cut -d : -f 1) || true
  [[ -z $package ]] || cp -Ln "/usr/share/doc/$package/copyright" "$stage/$name/share/doc/warp-lab/copyright.$package"
done

tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner -cJf "$out/$name.tar.xz" "$name"
echo "$out/$name.tar.xz"
