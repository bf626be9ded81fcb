#!/bin/bash
# on_display.sh SCRIPT PROGRAM SOURCE [ARGUMENT]...: runs SCRIPT on a display of its own with an empty home. The script
# sees $program, $source, $work, the arguments in ${arguments[@]} and the functions below. The display has $SCREEN
# (1440x900) pixels, and the window fills it.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
  for tool in xvfb-run xauth xdotool import convert; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
  done
  work=$(mktemp -d)
  # A window that a script left behind may still be writing as its display goes.
  trap 'rm -rf "$work" 2>/dev/null || { sleep 3; rm -rf "$work" || true; }' EXIT
  export work XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config HOME=$work
  export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe
  # The drivers leave memory behind when a program ends; what is ours is looked at by the tests without GL.
  export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
  export SCREEN=${SCREEN:-1440x900}
  xvfb-run -a -s "-screen 0 ${SCREEN}x24 +extension GLX -noreset" bash "$0" --inside "$@"
  exit $?
fi

script=$2 program=$3 source=$4
shift 4
arguments=("$@")
exercises=$source/exercises

fail() { echo "FAILED: $*"; exit 1; }

# A layout that a student has set once, so that scripts know where things are whatever it is at first.
set_layout() {
  mkdir -p "$work/config/warplab"
  [ -e "$work/config/warplab/settings.json" ] ||
    echo '{"layout_version": 3, "beside": 0.41}' > "$work/config/warplab/settings.json"
}

# Starts the window with these arguments and waits until it is there. Sets $pid and $window.
open_window() {
  set_layout
  "$program" --exercises "$exercises" --submission "$work/mine" --size "$SCREEN" "$@" &
  pid=$!
  window=$(timeout 180 xdotool search --sync --onlyvisible --name 'Warp Lab' | head -1)
  [ -n "$window" ] || fail "no window appeared"
  xdotool windowfocus "$window"
  sleep 2
}

# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.3
  done
}

click() { xdotool mousemove "$1" "$2"; sleep 0.3; xdotool click 1; sleep 0.4; }
keys() { for key in "$@"; do xdotool key "$key"; sleep 0.15; done; }
letters() { xdotool type --delay 60 "$1"; sleep 0.3; }

# count_pixels FILE CROP COLOUR: how many pixels of the part have about this colour.
count_pixels() {
  convert "$1" -crop "$2" +repage -alpha off -fuzz 4% -fill black +opaque "$3" -fill white -opaque "$3" \
    -format '%[fx:round(mean*w*h)]' info:
}

# center_of FILE CROP COLOUR: where the things of about this colour are on the screen, as "x y".
center_of() {
  local offset=${2#*+}
  convert "$1" -crop "$2" +repage -alpha off -fuzz 4% -fill black +opaque "$3" -fill white -opaque "$3" \
    -trim -format '%[fx:round(page.x+w/2)] %[fx:round(page.y+h/2)]' info: |
    { read -r x y; echo $((x + ${offset%+*})) $((y + ${offset#*+})); }
}

. "$script"
