#!/usr/bin/env bash
# setup_test.sh SOURCE_DIR CASE: one case of tests/setup/CMakeLists.txt.
set -euo pipefail
source_dir=$1
case_name=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone=$work/clone
tools=$work/bin        # the only folder in PATH: what is not linked here does not exist
calls=$work/calls      # what the fake package manager, sudo and pip were asked to do
out=$work/out
err=$work/err
status=0

problem() {
  printf '%s\n--- stdout\n' "$*"
  cat "$out"
  printf -- '--- stderr\n'
  cat "$err"
  [[ ! -f $calls ]] || { echo "--- calls" && cat "$calls"; }
  exit 1
}
expect_status() { [[ $status -eq $1 ]] || problem "Exit status $status, expected $1."; }
expect() { grep -qF -- "$2" "$1" || problem "Expected in $(basename "$1"): $2"; }
expect_no() { ! grep -qF -- "$2" "$1" || problem "Not expected in $(basename "$1"): $2"; }
expect_empty() { [[ ! -s $1 ]] || problem "Expected nothing in $(basename "$1")."; }
expect_sentences() { [[ $(wc -l <"$err") -le $1 ]] || problem "Expected no more than $1 lines of errors."; }

# A file in the fake system's PATH.
fake() {
  rm -f "$tools/$1"
  { echo '#!/bin/bash' && cat; } >"$tools/$1"
  chmod +x "$tools/$1"
}
hide() { for name in "$@"; do rm -f "${tools:?}/$name"; done; }

# A clone whose project builds nothing but two scripts that say how they were called.
make_clone() {
  mkdir -p "$clone/cmake" "$clone/solutions" "$tools" "$work/nvrtc"
  cp "$source_dir"/{lab,test,CMakePresets.json} "$clone"
  cp "$source_dir"/cmake/{setup.sh,debian-packages.txt,debian-test-packages.txt,nvrtc-package.txt,nvcc-packages.txt} "$clone/cmake"
  touch "$work/nvrtc/libnvrtc.so.13"
  cat >"$clone/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(stub LANGUAGES NONE)
set(bin ${CMAKE_BINARY_DIR}/bin)
add_custom_command(OUTPUT ${bin}/grader DEPENDS ${CMAKE_SOURCE_DIR}/grader.sh VERBATIM
                   COMMAND bash -n ${CMAKE_SOURCE_DIR}/grader.sh
                   COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/grader.sh ${bin}/grader)
add_custom_target(programs ALL DEPENDS ${bin}/grader)
enable_testing()
add_test(NAME good COMMAND true)
set_tests_properties(good PROPERTIES LABELS unit)
add_test(NAME bad COMMAND sh -c "echo what went wrong && false")
add_test(NAME absent COMMAND sh -c "exit 77")
set_tests_properties(absent PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME lost COMMAND no-such-program)
CMAKE
  cat >"$clone/grader.sh" <<'GRADER'
#!/bin/bash
echo "grader $* with ${WARPLAB_NVRTC:-no override}"
[[ ${1:-} != --exit ]] || exit "$2"
GRADER
  chmod +x "$clone/grader.sh"

  local name
  for name in bash sh env cat chmod cksum cmake cmp cp ctest cut dirname flock grep head id ln mkdir mktemp mv ninja nproc \
    readlink rm sed sort tail touch tput tr true false uname wc awk gawk mawk ldconfig basename ccache; do
    ! type -P "$name" >/dev/null || ln -s "$(readlink -f "$(type -P "$name")")" "$tools/$name"
  done
  ln -sf /bin/true "$tools/c++"
  ln -sf /bin/true "$tools/pkg-config"
  all_installed
  fake apt-get <<<"echo \"apt-get \$*\" >>$calls"
  fake id <<<'echo 0'
}

# The fake dpkg knows every package, or all but those named.
all_installed() { not_installed none; }
not_installed() {
  fake dpkg-query <<DPKG
for package in "\${@:3}"; do
  case " $* " in *" \$package "*) ;; *) echo "installed \$package" ;; esac
done
DPKG
}

# in_clone COMMAND...: runs it as a user of the fake system would, and keeps what it says.
in_clone() {
  status=0
  env -i HOME="$work" PATH="$tools" TERM=dumb WARPLAB_NVRTC="${nvrtc-$work/nvrtc}" "${variables[@]}" \
    bash "$clone/$1" "${@:2}" >"$out" 2>"$err" </dev/null || status=$?
}
variables=()

scripts_parse() {
  local scripts=("$source_dir"/{lab,test,cmake/setup.sh,.ci/run,tests/setup/*.sh}) script
  for script in "${scripts[@]}"; do bash -n "$script"; done
  command -v shellcheck >/dev/null || { echo "shellcheck is not installed" && exit 77; }
  shellcheck -x -P "$source_dir" "${scripts[@]}"
}

# By the version of clang-format that the rules were written for; others break lines elsewhere.
layout() {
  local check=(clang-format --dry-run -Werror)
  clang-format --version 2>/dev/null | grep -q 'version 14\.' || { echo "there is no clang-format 14" && exit 77; }
  cd "$source_dir"
  if printf 'int  x ;\n' | "${check[@]}" --assume-filename=app/x.cpp 2>/dev/null; then
    problem "Two spaces were not noticed."
  fi
  find engine grader app tests bench -name '*.cpp' -print0 -o -name '*.hpp' -print0 | xargs -0 "${check[@]}"
}

help_needs_no_setup() {
  local script
  for script in lab test; do
    in_clone $script --help
    expect_status 0
    expect "$out" "Usage: ./$script"
  done
  [[ ! -e $clone/build ]] || problem "--help made a build folder."
}

second_start() {
  in_clone lab
  expect_status 0
  expect "$err" "Building Warp Lab"
  local before=$EPOCHREALTIME
  in_clone lab
  echo "The second start took $(((${EPOCHREALTIME/./} - ${before/./}) / 1000)) ms."
  expect_status 0
  expect "$out" "grader --all"
  expect_empty "$err"
  expect "$clone/build/setup.log" "no work to do"
}

build_error() {
  echo 'if then' >>"$clone/grader.sh"
  in_clone lab
  expect_status 2
  expect "$err" "syntax error near unexpected token"
  expect "$err" "$clone/build/setup.log"
  expect "$err" "Warp Lab could not be built."
  expect_empty "$out"
}

moved_clone() {
  in_clone lab
  mv "$clone" "$work/elsewhere"
  clone=$work/elsewhere
  in_clone lab
  expect_status 0
  expect "$out" "--submission $work/elsewhere/solutions"
}

nothing_missing() {
  in_clone lab setup
  expect_status 0
  expect_empty "$out"
  [[ ! -e $calls ]] || problem "apt-get was called."
}

root_installs() {
  not_installed libfmt-dev doctest-dev
  in_clone lab setup
  expect_status 0
  expect "$err" "Installing with apt-get: doctest-dev libfmt-dev"
  [[ $(grep -c '^apt-get.* install ' "$calls") -eq 1 ]] || problem "Expected one installation."
  expect "$calls" "install doctest-dev libfmt-dev"
  expect_no "$calls" "libseccomp-dev"
}

sudo_installs() {
  not_installed libfmt-dev
  fake id <<<'echo 1000'
  fake sudo <<<"echo \"sudo \$*\" >>$calls; [[ \$1 == -n ]] && shift; exec \"\$@\""
  in_clone lab setup
  expect_status 0
  expect "$calls" "sudo -n apt-get -q update"
  expect "$calls" "install libfmt-dev"
}

no_sudo() {
  not_installed libfmt-dev
  fake id <<<'echo 1000'
  in_clone lab
  expect_status 2
  expect "$err" "apt-get install --no-install-recommends libfmt-dev"
  expect_sentences 1
}

sudo_without_password() {
  not_installed libfmt-dev
  fake id <<<'echo 1000'
  fake sudo <<<'echo "sudo: a password is required" >&2; exit 1'
  in_clone lab
  expect_status 2
  expect "$err" "First: sudo apt-get install --no-install-recommends libfmt-dev"
  expect_sentences 1
}

apt_fails() {
  not_installed libfmt-dev
  fake apt-get <<<'echo "E: Unable to locate package" >&2; exit 100'
  in_clone lab
  expect_status 2
  expect "$err" "E: Unable to locate package"
  expect "$err" "apt-get could not install libfmt-dev."
}

no_apt() {
  hide apt-get dpkg-query ninja
  in_clone lab
  expect_status 2
  expect "$err" "The program ninja is missing"
  expect "$err" "libtomlplusplus-dev libutfcpp-dev libyaml-dev libzip-dev ninja-build"
  expect_sentences 1
}

no_apt_but_complete() {
  hide apt-get dpkg-query
  in_clone lab
  expect_status 0
  expect "$out" "grader --all"
}

nvrtc_missing_path() {
  nvrtc=$work/nowhere
  in_clone lab
  expect_status 2
  expect "$err" "WARPLAB_NVRTC is \"$work/nowhere\", which is neither a folder nor a library"
  expect_sentences 1
}

nvrtc_empty_folder() {
  mkdir "$work/empty"
  nvrtc=$work/empty
  in_clone lab
  expect_status 2
  expect "$err" "WARPLAB_NVRTC names the folder $work/empty, which holds no libnvrtc.so."
  expect_sentences 1
}

nvrtc_is_none() {
  nvrtc=/etc/passwd
  in_clone lab
  expect_status 2
  expect "$err" "WARPLAB_NVRTC names the file /etc/passwd, which is no NVRTC library"
  expect_sentences 1
  [[ ! -e $clone/build ]] || problem "Something was built with it."
}

nvrtc_disk_full() {
  fake python3 <<<'[[ $* != *install* ]] || { echo "ERROR: [Errno 28] No space left on device" >&2; exit 1; }'
  nvrtc=package
  in_clone lab
  expect_status 2
  expect "$err" "NVRTC could not be fetched: the disk is full."
  [[ ! -e $clone/build/nvrtc.new ]] || problem "Half a package was left behind."
}

# Somebody who may read the clone and write nothing in it.
somebody_else() {
  local as=()
  if [[ $(id -u) -eq 0 ]]; then as=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
  chmod -R a+rX,a-w "$work/clone" && chmod a+rwx "$work"
  status=0
  env -i HOME="$work" PATH="$tools" TERM=dumb WARPLAB_NVRTC="$work/nvrtc" "$(type -P "${as[0]:-env}")" "${as[@]:1}" \
    bash "$clone/lab" "$@" >"$out" 2>"$err" </dev/null || status=$?
  chmod -R u+w "$work/clone"
}

shared_clone() {
  somebody_else grade copy
  expect_status 2
  expect "$err" "cannot be written, and nothing is built in it. Whoever it belongs to has to run: $clone/lab setup"
  in_clone lab setup
  somebody_else grade copy
  expect_status 0
  expect "$out" "grader copy"
  expect_empty "$err"
}

odd_path() {
  local odd="$work/C#;\"x\\ \$y"
  mkdir "$odd" && mv "$clone" "$odd/clone" && clone=$odd/clone
  in_clone lab grade copy
  expect_status 0
  expect "$out" "grader copy"
  in_clone lab grade copy
  expect_status 0
  expect_empty "$err"
}

fake_python() {
  fake python3 <<PYTHON
echo "python3 \$*" >>$calls
while [[ \$# -gt 0 && \$1 != --target ]]; do shift; done
[[ \$# -eq 0 ]] && exit 0
mkdir -p "\$2/nvidia/cu13/lib" && touch "\$2/nvidia/cu13/lib/libnvrtc.so.13"
PYTHON
}

nvrtc_package() {
  fake_python
  nvrtc=package
  in_clone lab
  expect_status 0
  expect "$err" "Fetching NVIDIA's compiler NVRTC"
  expect "$out" "with $clone/build/nvrtc/nvidia/cu13/lib"
  rm "$calls"
  in_clone lab
  expect_status 0
  expect "$out" "with $clone/build/nvrtc/nvidia/cu13/lib"
  [[ ! -e $calls ]] || problem "The package was fetched again."
}

nvcc_packages() {
  [[ ! -x /usr/local/cuda/bin/nvcc ]] || { echo "there is a CUDA Toolkit" && exit 77; }
  fake python3 <<PYTHON
echo "python3 \$*" >>$calls
while [[ \$# -gt 0 && \$1 != --target ]]; do shift; done
[[ \$# -eq 0 ]] && exit 0
mkdir -p "\$2"/nvidia/cu13/{bin,nvvm/bin}
echo '#!/bin/bash' >"\$2/nvidia/cu13/bin/nvcc"
touch "\$2/nvidia/cu13/nvvm/bin/cicc"
PYTHON
  in_clone lab run overrun.cu 3
  expect_status 0
  expect "$err" "Fetching NVIDIA's compiler nvcc"
  expect "$out" "grader run overrun.cu 3"
  [[ -x $clone/build/nvcc/nvidia/cu13/bin/nvcc ]] || problem "nvcc cannot be run."
  rm "$calls"
  in_clone lab run overrun.cu
  expect_status 0
  [[ ! -e $calls ]] || problem "The packages were fetched again."
}

nvcc_no_network() {
  [[ ! -x /usr/local/cuda/bin/nvcc ]] || { echo "there is a CUDA Toolkit" && exit 77; }
  fake python3 <<<'[[ $* != *install* ]] || { echo "Could not fetch URL" >&2; exit 1; }'
  in_clone lab run overrun.cu
  expect_status 2
  expect "$err" "nvcc could not be fetched"
  [[ ! -e $clone/build/nvcc ]] || problem "Half a package was left behind."
}

nvrtc_no_pip() {
  fake_python
  mv "$tools/python3" "$work/python3"
  not_installed python3-pip libfmt-dev
  fake apt-get <<<"echo \"apt-get \$*\" >>$calls; [[ \$* != *install* ]] || mv $work/python3 $tools/python3"
  nvrtc=package
  in_clone lab
  expect_status 0
  expect "$calls" "install libfmt-dev python3-pip"
  [[ $(grep -c '^apt-get.* install ' "$calls") -eq 1 ]] || problem "Expected one installation."
}

nvrtc_no_network() {
  fake python3 <<<'[[ $* != *install* ]] || { echo "Could not fetch URL" >&2; exit 1; }'
  nvrtc=package
  in_clone lab
  expect_status 2
  expect "$err" "Could not fetch URL"
  expect "$err" "Install a CUDA 13 toolkit, or set WARPLAB_NVRTC to a folder"
  [[ ! -e $clone/build/nvrtc ]] || problem "Half a package was left behind."
}

# A window that says how it was called.
fake_window() {
  in_clone lab setup
  cp "$clone/grader.sh" "$clone/build/bin/warplab"
  sed -i 's/grader/window/' "$clone/build/bin/warplab"
}

lab_without_display() {
  fake_window
  in_clone lab
  expect_status 0
  expect "$out" "grader --all --submission $clone/solutions"
}

lab_with_display() {
  fake_window
  local display
  for display in DISPLAY=:7 WAYLAND_DISPLAY=wayland-0; do
    variables=("$display")
    in_clone lab --exercise "matrix add"
    expect_status 0
    expect "$out" "window --exercise matrix add"
  done
}

lab_arguments_without_display() {
  fake_window
  in_clone lab --exercise matrix-add
  expect_status 2
  expect "$err" 'There is no display to open the lab on, so "--exercise matrix-add" cannot be done.'
  expect_empty "$out"
}

lab_grade() {
  in_clone lab grade --exit 1
  expect_status 1
  expect "$out" "grader --exit 1"
}

test_counts() {
  in_clone test
  [[ $status -ne 0 ]] || problem "Failing tests, and exit status 0."
  [[ $(tail -n 1 "$out") == "1 passed, 2 failed, 1 skipped" ]] || problem "The count is wrong."
}

test_repeats_failures() {
  in_clone test
  tail -n 20 "$out" >"$work/end"
  for words in "--- bad" "what went wrong" "failed: bad" "failed: lost"; do expect "$work/end" "$words"; done
  expect_no "$out" "failed: good"
  expect_no "$out" "failed: absent"
  in_clone test unit
  expect_no "$out" "failed: "
}

test_selects() {
  in_clone test unit
  expect_status 0
  [[ $(tail -n 1 "$out") == "1 passed, 0 failed, 0 skipped" ]] || problem "The label did not select."
  in_clone test -R '^(good|absent)$'
  expect_status 0
  [[ $(tail -n 1 "$out") == "1 passed, 0 failed, 1 skipped" ]] || problem "The name did not select."
}

test_installs() {
  not_installed xvfb xdotool
  in_clone lab setup
  [[ ! -e $calls ]] || problem "./lab needs no display for tests."
  in_clone test unit
  expect_status 0
  [[ ! -e $calls ]] || problem "These tests need no display."
  in_clone test -R good
  expect_status 0
  expect "$calls" "install xdotool xvfb"
}

test_cannot_install() {
  not_installed xvfb
  fake id <<<'echo 1000'
  in_clone test -R good
  expect_status 0
  expect "$err" "apt-get install --no-install-recommends xvfb"
  expect "$err" "the tests that show the window are skipped"
  [[ $(tail -n 1 "$out") == "1 passed, 0 failed, 0 skipped" ]] || problem "The tests were not run."
}

test_selects_nothing() {
  in_clone test -R no_such_test
  [[ $status -ne 0 ]] || problem "No test ran, and exit status 0."
}

fuzz_seconds() {
  in_clone test fuzz soon
  expect_status 2
  expect "$err" '"soon" is none.'
  expect_sentences 1
}

touch "$out" "$err"
make_clone
"$case_name"
