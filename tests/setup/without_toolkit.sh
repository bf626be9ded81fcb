#!/usr/bin/env bash
# without_toolkit.sh COMMAND...: runs a command on this machine as if no CUDA Toolkit were installed on
# it: its folders are empty and the loader has forgotten its libraries. Setting WARPLAB_NVRTC=package is
# less, because NVRTC could still find the toolkit's built-ins; it is what is left where nothing may be
# mounted (neither root nor a kernel that lets users have namespaces).
set -euo pipefail

if [[ -z ${WARPLAB_TOOLKIT_HIDDEN:-} ]]; then
  as_root=()
  [[ $(id -u) -eq 0 ]] || as_root=(--map-root-user)
  if ! unshare --mount "${as_root[@]}" true 2>/dev/null; then
    echo "The toolkit cannot be hidden here; asking for the package instead." >&2
    WARPLAB_NVRTC=package exec "$@"
  fi
  export WARPLAB_TOOLKIT_HIDDEN=yes
  exec unshare --mount "${as_root[@]}" "$BASH" "$0" "$@"
fi

for folder in "${CUDA_HOME:-}" /usr/local/cuda; do
  [[ ! -d $folder ]] || mount -t tmpfs none "$folder"
done
[[ ! -f /etc/ld.so.cache ]] || mount --bind /dev/null /etc/ld.so.cache
unset CUDA_HOME LD_LIBRARY_PATH LIBRARY_PATH WARPLAB_NVRTC
exec "$@"
