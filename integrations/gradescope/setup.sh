#!/usr/bin/env bash
# Gradescope runs this once, when it makes the image: it installs Warp Lab beside the autograder.
set -euo pipefail
autograder=${AUTOGRADER:-/autograder}
cd "$autograder/source/warp-lab"
./lab setup
