#!/usr/bin/env bash
# PrairieLearn runs this in the image for each submission: files lie in /grade/student, and
# /grade/results/results.json is read.
set -uo pipefail
grade=${GRADE:-/grade}
export WARPLAB=${WARPLAB:-/opt/warp-lab}
read -r -a exercises <<<"${WARPLAB_ASSIGNMENT:-}"
exec "$WARPLAB/integrations/grade.sh" prairielearn "$grade/student" "$grade/results/results.json" \
  ${exercises[@]+"${exercises[@]}"}
