#!/bin/bash
# make.sh [BUILD]: makes the pictures of this folder again, off screen. Needs Xvfb; every picture is a real run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$source/build}" && pwd)
if [ -z "${INSIDE:-}" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  export INSIDE=1 work HOME=$work XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config
  export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe
  xvfb-run -a -s "-screen 0 1440x900x24 +extension GLX" bash "$0" "$build"
  exit
fi

# picture NAME FILE EXERCISE OPTIONS...: the window with FILE (of solutions/, "" for the starter) as the student's; FILE may
# be "predicted", for an experiment.
picture() {
  local name=$1 text=$2 exercise=$3 size=${SIZE:-1440x900}
  shift 3
  rm -rf "$work/jane"
  mkdir "$work/jane"
  if [ "$text" = predicted ]; then
    cp "$work/predicted/predictions.json" "$work/jane/"
  elif [ -n "$text" ]; then
    cp "$source/solutions/$text" "$work/jane/${exercise//-/_}.cu"
  fi
  (cd "$work" && "$build/bin/warplab" --exercises "$source/exercises" --submission jane --exercise "$exercise" \
    --size "$size" --screenshot "$work/$name.png" "$@")
  convert "$work/$name.png" -define png:compression-level=9 -define png:exclude-chunks=date,time "$here/$name.png"
}

picture column-sums-dark 22-column-sums/wrong-uncoalesced.cu column-sums --run --theme dark
picture racy-atomic-dark 41-racy-atomic/solution.cu racy-atomic --run --theme dark
picture no-barrier-dark 32-transpose-shared/wrong-no-barrier.cu transpose-shared --run --theme dark
picture steps-race-light 32-transpose-shared/wrong-no-barrier.cu transpose-shared --run --theme light --tab steps
picture timing-model-light "" transpose-conflict-free --run --theme light --tab time
picture live-steps-dark 61-ising-checkerboard/solution.cu ising-checkerboard --theme dark --tab live --play --frames 300
# An experiment after it was predicted. What was predicted lies beside the student's files.
mkdir -p "$work/predicted"
cat > "$work/predicted/predictions.json" <<'END'
{"schema": 1, "predictions": [
  {"experiment": "stride", "prediction": "sectors at 8", "kind": "number", "said": 32, "right": true, "date": "2026-11-22"},
  {"experiment": "stride", "prediction": "beyond 8", "kind": "curve", "said": [4, 8, 14, 20, 26, 31], "right": false, "date": "2026-11-22"},
  {"experiment": "stride", "prediction": "time beyond 8", "kind": "choice", "said": 1, "right": false, "date": "2026-11-22"}],
 "seen": [{"experiment": "stride", "without_prediction": false, "date": "2026-11-22"}]}
END
picture experiment-dark predicted stride --theme dark
# A picture that moves, cut out of a window that is tall enough for the whole statement.
# Of an exercise that was never run: after a run its result has the room.
XDG_DATA_HOME=$work/unread SIZE=1440x4600 picture moving-dark "" transpose-conflict-free --theme dark --step 8
convert "$here/moving-dark.png" -crop 560x532+15+1457 +repage "$here/moving-dark.png"

# An exercise from the first run to the last: it fails, the lens says why, it is mended, it passes.
scene() {  # NUMBER FILE OPTIONS...
  SIZE=1280x760 picture "scene-$1" "$2" transpose-conflict-free --theme dark "${@:3}"
  mv "$here/scene-$1.png" "$work/"
}
scene 1 "" --run --tab result
scene 2 "" --run --tab memory --line 23
scene 3 33-transpose-conflict-free/solution.cu --line 5
scene 4 33-transpose-conflict-free/solution.cu --run --tab result
convert -delay 250 "$work"/scene-[123].png -delay 400 "$work/scene-4.png" -resize 960x -loop 0 -dither none -colors 64 \
  -layers optimize "$here/exercise.gif"
ls -l "$here"/*.png "$here"/*.gif
