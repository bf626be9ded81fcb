#!/usr/bin/env bash
# Grades one student's folder for a course system, and always leaves a report.
#
#   grade.sh FORMAT SUBMISSION REPORT [EXERCISE...]     (no exercise: all of them)
#
# The exit code is 0 where a report was written, whatever the marks are: course systems take anything else for
# a broken grader, and show the student nothing.
set -uo pipefail

usage() {
  echo "Usage: grade.sh FORMAT SUBMISSION REPORT [EXERCISE...]" >&2
  exit 2
}
[[ $# -ge 3 ]] || usage
format=$1 submission=$2 report=$3
shift 3

# WARPLAB is the folder of Warp Lab after `./lab setup`; else it is looked for around this script.
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
warplab=${WARPLAB:-$(dirname "$here")}
grader=$warplab/build/bin/grader
if [[ -n ${WARPLAB_GRADER:-} ]]; then grader=$WARPLAB_GRADER; fi
if [[ ! -x $grader ]]; then
  echo "grade.sh: there is no grader at $grader; run $warplab/lab setup, or set WARPLAB to its folder." >&2
  exit 2
fi

exercises=("$@")
[[ ${#exercises[@]} -gt 0 ]] || exercises=(--all)
options=()
if [[ -n ${WARPLAB_EXERCISES:-} ]]; then options+=(--exercises "$WARPLAB_EXERCISES"); fi
if [[ -n ${WARPLAB_SEED:-} ]]; then options+=(--seed "$WARPLAB_SEED"); fi
# Checks of the instructor's own; the file must lie where the student's container does not show it.
if [[ -n ${WARPLAB_HIDDEN:-} ]]; then options+=(--hidden "$WARPLAB_HIDDEN"); fi

mkdir -p "$(dirname "$report")"
rm -rf "$report"  # whatever the student handed in by this name
"$grader" "${exercises[@]}" --submission "$submission" --format "$format" --output "$report" \
  ${options[@]+"${options[@]}"}
code=$?
if [[ ! -f $report || ! -s $report ]]; then
  echo "grade.sh: the grader wrote no report (exit code $code)." >&2
  exit 2
fi
