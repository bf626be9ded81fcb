#!/usr/bin/env bash
# How long the sweep of every experiment takes in the simulator, with models: each ends in under 5 s on two cores.
# bench/experiment_sweeps.sh [GRADER]
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "$0")")")
grader=${1:-$root/build/bin/grader}
slowest=0
for file in "$root"/exercises/*/experiment.toml; do
  grep -q '^\[\[launch\]\]' "$file" || continue  # time lines alone
  name=$(basename "$(dirname "$file")")
  begin=$(date +%s%N)
  "$grader" experiment "$name" --threads 2 --exercises "$root/exercises" >/dev/null
  took=$((($(date +%s%N) - begin) / 1000000))
  printf '%-24s %5d ms\n' "$name" "$took"
  if ((took > slowest)); then slowest=$took; fi
done
((slowest < 5000)) || { echo "A sweep took longer than 5 s."; exit 1; }
