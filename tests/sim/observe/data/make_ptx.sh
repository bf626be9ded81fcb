#!/bin/sh
# Compiles the kernels of this folder to PTX, those that are named or all: ./make_ptx.sh [NAME...]
# Needs nvcc of CUDA 13.0. The .ptx files are checked in, so that tests need no compiler.
set -e
cd "$(dirname "$0")"
names=${*:-$(ls ./*.cu | sed 's|.*/||; s|\.cu$||')}
for name in $names; do
  "${NVCC:-nvcc}" -arch=sm_80 -std=c++17 -lineinfo -ptx -o "$name.ptx" "$name.cu"
  # Paths of this machine and the compiler's own version lines stay out.
  sed -i -E -e 's|^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+")[^"]*/([^"/]*").*|\1\2|' \
            -e '/^\/\//d' -e 's|[[:space:]]+$||' "$name.ptx"
done
