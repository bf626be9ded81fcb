#!/usr/bin/env bash
# Submitty runs this in a folder with the student's files; the custom validator hands on what it writes.
set -uo pipefail
export WARPLAB=${WARPLAB:-/opt/warp-lab}
read -r -a exercises <<<"${WARPLAB_ASSIGNMENT:-}"
exec "$WARPLAB/integrations/grade.sh" submitty . validation_results.json ${exercises[@]+"${exercises[@]}"}
