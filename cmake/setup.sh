# shellcheck shell=bash
# Takes a fresh clone to the point where its programs run: installs packages, finds NVRTC, configures
# and builds. Sourced by ./lab and ./test. Silent about what is already there; what it has to say goes
# to stderr, and what the tools say to build/setup.log.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log=$root/build/setup.log

# Ends with a sentence. Exit status 2, as in the grader: the job could not be done.
die() {
  printf '%s\n' "$*" >&2
  exit 2
}

# The same, after the end of the log has been shown.
die_with_log() {
  {
    printf '\n'
    # The first error of a build is worth more than the last words of the jobs that ran beside it.
    if grep -q '^FAILED: ' "$log"; then
      sed -n '/^FAILED: /,$p' "$log" | cut -c 1-300 | head -n 30
    else
      tail -n 20 "$log"
    fi
    printf '\nThe whole log is in %s.\n' "$log"
  } >&2
  die "$@"
}

have() { command -v "$1" >/dev/null 2>&1; }

# Two set-ups at once would build into the same folder.
lock_build_folder() {
  have flock || return 0
  exec 9>"$root/build/.setup-lock"
  if ! flock --nonblock 9; then
    echo "Waiting for another ./lab or ./test to finish its set-up." >&2
    flock 9
  fi
}

# CMake and compilers take some signs in a path for their own. A clone in such a folder ("C#") is reached by
# a link whose name has none.
reach_by_plain_path() {
  local link cache=${XDG_CACHE_HOME:-${HOME:-/var/tmp}/.cache} signs='*[;#"\\$]*'
  # shellcheck disable=SC2053 # a pattern
  [[ $root == $signs ]] || return 0
  # shellcheck disable=SC2053
  [[ $cache != $signs ]] || cache=/var/tmp
  link=$cache/warp-lab-$(printf '%s' "$root" | cksum | tr ' ' -)
  if [[ $(readlink "$link" 2>/dev/null) != "$root" ]]; then
    mkdir -p "$cache" 2>/dev/null || true
    ln -sfn "$root" "$link" 2>/dev/null ||
      die "A path with one of ; # \" \\ \$ in it needs a link to it, and $link cannot be made."
  fi
  root=$link
  log=$root/build/setup.log
  nvrtc_package=$root/build/nvrtc
}

# set_up PRESET FOLDER TARGET [PACKAGE...]: all of it, with packages beside those that are always needed.
set_up() {
  local preset=$1 folder=$2 target=$3 packages=() given=$root
  shift 3
  check_nvrtc_choice
  reach_by_plain_path
  folder=${folder/#"$given"/"$root"}
  if ! mkdir -p "$root/build" 2>/dev/null || [[ ! -w $root/build ]]; then
    # Somebody else's clone, in a machine room: what is built can be used, and nothing can be built.
    [[ $target == programs && -f $folder/configured && -x $folder/bin/grader && -r $folder/bin/grader ]] ||
      die "The folder $root/build cannot be written, and nothing is built in it." \
        "Whoever it belongs to has to run: $root/lab setup"
    if [[ -z ${WARPLAB_NVRTC:-} && -d $nvrtc_package/nvidia/cu13/lib ]] && nvrtc_comes_from_package; then
      export WARPLAB_NVRTC=$nvrtc_package/nvidia/cu13/lib
    fi
    return
  fi
  lock_build_folder
  : >"$log"
  read -r -d '' -a packages < <(packages_to_build && packages_to_fetch_nvrtc && echo "$*") || true
  provide_packages "${packages[@]}"
  provide_nvrtc
  build "$preset" "$folder" "$target"
  exec 9>&-
}

# --- packages -------------------------------------------------------------------------------------

packages_to_build() { sed -e 's/#.*//' "$root/cmake/debian-packages.txt"; }

can_install() { have apt-get && have dpkg-query; }

# Of the packages named, those that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "${installed:-none}") || true
}

# Installs what is missing of the packages named, or ends with a sentence that names them.
install_packages() {
  local missing=() as_root=()
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -gt 0 ]] || return 0

  if [[ $(id -u) -ne 0 ]]; then
    have sudo || die "Warp Lab needs packages that only root can install, and there is no sudo here." \
      "As root: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
    if [[ ! -t 0 ]]; then
      sudo -n true 2>>"$log" || die "Warp Lab needs packages, and sudo asks for a password" \
        "where nobody can type one. First: sudo apt-get install --no-install-recommends ${missing[*]}"
      as_root=(sudo -n)
    fi
  fi

  echo "Installing with apt-get: ${missing[*]}" >&2
  # Lists can be old or absent; a foreign source that cannot be reached must not stop the rest.
  "${as_root[@]}" apt-get -q update >>"$log" 2>&1 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 install "${missing[@]}" >>"$log" 2>&1 </dev/null ||
    die_with_log "apt-get could not install ${missing[*]}."
}

# On a system without apt-get the names are all that can be given; who has installed the same things by
# other means goes on.
provide_packages() {
  local program
  if can_install; then
    install_packages "$@"
    return
  fi
  for program in cmake ninja c++ pkg-config; do
    have "$program" || die "The program $program is missing, and there is no apt-get here to install it" \
      "with. Install what Debian calls: $*"
  done
}

# The same for packages without which some tests are skipped, and no more: where they cannot be had, this
# says so and the work goes on.
wish_for_packages() {
  can_install && [[ -n $(missing_packages "$@") ]] || return 0
  (install_packages "$@") || echo "Without them the tests that show the window are skipped." >&2
}

# --- NVRTC ----------------------------------------------------------------------------------------

# Prints the NVRTC library of a CUDA Toolkit, from the places where the engine looks too. CUDA 12 does; the
# package is CUDA 13.
nvrtc_of_toolkit() {
  local folder library
  for folder in "${CUDA_HOME:-}" /usr/local/cuda; do
    [[ -n $folder ]] || continue
    for library in "$folder"/{lib64,lib,targets/*/lib}/libnvrtc.so.1[2-9]*; do
      [[ -e $library ]] && echo "$library" && return
    done
  done
  PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null |
    sed -n 's/^[[:space:]]*libnvrtc\.so\.1[2-9] .* => //p' | head -n 1
}

nvrtc_package=$root/build/nvrtc

# The first python3 in PATH that has pip: one without may hide the system's.
python_with_pip() {
  local python
  while IFS= read -r python; do
    "$python" -m pip --version >/dev/null 2>&1 && echo "$python" && return
  done < <(type -ap python3)
  return 1
}

# Compiles an empty kernel, so that a library that cannot be loaded is found here and not by a student.
# NVRTC looks for its built-ins in the loader's paths, where the package is not: like the engine, this
# loads them first.
try_nvrtc() {
  "$1" - "$2" >>"$log" 2>&1 <<'PYTHON'
import ctypes, glob, sys
ctypes.CDLL(glob.glob(sys.argv[1] + "/lib/libnvrtc-builtins.so.13*")[0])
nvrtc = ctypes.CDLL(sys.argv[1] + "/lib/libnvrtc.so.13")
program = ctypes.c_void_p()
assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), b"__global__ void nothing() {}", b"nothing.cu",
                                0, None, None) == 0
assert nvrtc.nvrtcCompileProgram(program, 0, None) == 0
PYTHON
}

# $WARPLAB_NVRTC is a folder or a library that is used whatever else there is, or the word `package`:
# use the Python package even where there is a toolkit. Without it a toolkit comes first.
nvrtc_comes_from_package() {
  [[ ${WARPLAB_NVRTC:-} == package || (-z ${WARPLAB_NVRTC:-} && -z $(nvrtc_of_toolkit)) ]]
}

nvrtc_package_is_there() {
  [[ -f $nvrtc_package/requirement ]] &&
    cmp -s "$nvrtc_package/requirement" "$root/cmake/nvrtc-package.txt"
}

packages_to_fetch_nvrtc() {
  if nvrtc_comes_from_package && ! nvrtc_package_is_there && ! python_with_pip >/dev/null; then
    printf '%s\n' ca-certificates python3-pip
  fi
}

# Says why, and leaves nothing of it behind.
nvrtc_was_not_fetched() {
  rm -rf "$1"
  # In the words of the system's language, or of Python's.
  if grep -qE 'No space left on device|Errno 28|Disk quota exceeded|Errno 122' "$log"; then
    die "NVRTC could not be fetched: the disk is full. It takes 90 MB in $root/build, and twice that" \
      "in ${TMPDIR:-/tmp} while it is unpacked; TMPDIR names another folder for it."
  fi
  die_with_log "NVRTC could not be fetched. Install a CUDA 13 toolkit, or set WARPLAB_NVRTC to a" \
    "folder that holds libnvrtc.so.13."
}

# fetch_packages FOLDER REQUIREMENTS: puts Python packages there, by the hashes that the file names. False: the
# network or the system is against it; the log has pip's words. try_nvrtc and the like look at FOLDER.new first.
fetch_packages() {
  local python folder=$1 fresh=$1.new requirements=$2 try=$3
  python=$(python_with_pip) || return 1
  rm -rf "$fresh"
  "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps \
    --only-binary :all: --require-hashes --target "$fresh" \
    --requirement "$requirements" >>"$log" 2>&1 </dev/null || return 1
  "$try" "$python" "$fresh/nvidia/cu13" || return 2
  cp "$requirements" "$fresh/requirement"
  rm -rf "$folder"
  mv "$fresh" "$folder"
}

# Puts the Python package nvidia-cuda-nvrtc under build/nvrtc.
fetch_nvrtc_package() {
  local status=0
  python_with_pip >/dev/null || die "Without a CUDA Toolkit, NVRTC comes from a Python package, and there" \
    "is no python3 with pip here. Install python3 and pip, or a CUDA 13 toolkit."
  echo "Fetching NVIDIA's compiler NVRTC as a Python package (90 MB)" >&2
  fetch_packages "$nvrtc_package" "$root/cmake/nvrtc-package.txt" try_nvrtc || status=$?
  [[ $status -ne 1 ]] || nvrtc_was_not_fetched "$nvrtc_package.new"
  [[ $status -eq 0 ]] || die_with_log "The NVRTC of the Python package does not run on this machine."
}

# What is wrong with the folder or library that the user named is said before anything is installed.
check_nvrtc_choice() {
  local choice=${WARPLAB_NVRTC:-package}
  if [[ -d $choice ]]; then
    compgen -G "$choice/libnvrtc.so*" >/dev/null || compgen -G "$choice/lib*/libnvrtc.so*" >/dev/null ||
      compgen -G "$choice/targets/*/lib/libnvrtc.so*" >/dev/null ||
      die "WARPLAB_NVRTC names the folder $choice, which holds no libnvrtc.so."
  elif [[ $choice != package && ! -f $choice ]]; then
    die "WARPLAB_NVRTC is \"$choice\", which is neither a folder nor a library" \
      "(nor the word \"package\", for the Python package)."
  elif [[ $choice != package ]] && ! grep -qa nvrtcCompileProgram "$choice" 2>/dev/null; then
    die "WARPLAB_NVRTC names the file $choice, which is no NVRTC library: libnvrtc.so.13 is one."
  fi
}

provide_nvrtc() {
  nvrtc_comes_from_package || return 0
  nvrtc_package_is_there || fetch_nvrtc_package
  export WARPLAB_NVRTC=$nvrtc_package/nvidia/cu13/lib
}

# --- nvcc, for whole programs ---------------------------------------------------------------------

nvcc_packages=$root/build/nvcc

# Whether there is one that the engine finds by itself.
nvcc_is_installed() {
  [[ -n ${WARPLAB_NVCC:-} || -x ${CUDA_HOME:-/nowhere}/bin/nvcc || -x ${CUDA_PATH:-/nowhere}/bin/nvcc ||
    -x /usr/local/cuda/bin/nvcc ]] || have nvcc
}

nvcc_packages_are_there() {
  [[ -f $nvcc_packages/requirement ]] && cmp -s "$nvcc_packages/requirement" "$root/cmake/nvcc-packages.txt"
}

packages_to_fetch_nvcc() {
  nvcc_is_installed || nvcc_packages_are_there || python_with_pip >/dev/null ||
    printf '%s\n' ca-certificates python3-pip
}

# Some versions of pip do not keep that a file may be run.
try_nvcc() {
  chmod +x "$2"/bin/* "$2"/nvvm/bin/* 2>>"$log"
  "$2/bin/nvcc" --version >>"$log" 2>&1
}

# False, with a sentence, where it cannot be had.
provide_nvcc() {
  nvcc_is_installed || nvcc_packages_are_there && return 0
  echo "Fetching NVIDIA's compiler nvcc as Python packages (100 MB)" >&2
  fetch_packages "$nvcc_packages" "$root/cmake/nvcc-packages.txt" try_nvcc && return 0
  echo "nvcc could not be fetched (see $log). Install a CUDA Toolkit, or set WARPLAB_NVCC to its folder." >&2
  return 1
}

# --- building -------------------------------------------------------------------------------------

# One compiler needs up to a gigabyte; a small machine gets fewer of them than it has cores.
parallel_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 1)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo 2>/dev/null || echo 1)
  ((memory < cores)) && cores=$memory
  echo $((cores > 1 ? cores : 1))
}

# Copies stdin to the log and shows it as one line that changes, or as one word where nobody watches.
show_progress() {
  local title=$1 line started="" width=${COLUMNS:-$(tput cols 2>/dev/null || echo 80)}
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    # [0/2] is ninja looking whether there is anything to do.
    [[ $line == \[[1-9]*/*\]* ]] || continue
    if [[ -t 2 ]]; then
      line="$title $line"
      printf '\r\033[K%s' "${line:0:width - 1}" >&2
    elif [[ -z $started ]]; then
      printf '%s\n' "$title" >&2
    fi
    started=yes
  done
  if [[ -t 2 && -n $started ]]; then
    printf '\r\033[K' >&2
  fi
}

# configure PRESET FOLDER. Once: afterwards ninja sees by itself when CMake has to run again.
configure() {
  local preset=$1 folder=$2 stamp fresh=()
  stamp=$(printf '%s %s\n' "$root" "$preset" | cat - "$root/CMakePresets.json" | cksum)
  if [[ -f $folder/build.ninja && -f $folder/configured && $(<"$folder/configured") == "$stamp" ]]; then
    return
  fi
  # A clone that was moved has the old place in its cache, which CMake refuses.
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  (cd "$root" && cmake "${fresh[@]}" -S "$root" --preset "$preset") >>"$log" 2>&1 </dev/null ||
    die_with_log "CMake could not configure Warp Lab."
  printf '%s\n' "$stamp" >"$folder/configured"
}

build() {
  local preset=$1 folder=$2 target=$3
  configure "$preset" "$folder"
  ninja -C "$folder" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(parallel_jobs)}" "$target" 2>&1 </dev/null |
    show_progress "Building Warp Lab" ||
    die_with_log "Warp Lab could not be built."
}
