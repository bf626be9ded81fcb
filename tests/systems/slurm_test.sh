#!/usr/bin/env bash
# slurm_test.sh SOURCE BUILD: grades a small class with a Slurm that this script starts and stops: one controller and
# two nodes on this machine. One node is killed while it works.
set -euo pipefail
source=$1 build=$2
for program in slurmctld slurmd sbatch squeue scontrol munged; do
  command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin
  command -v "$program" >/dev/null || {
    echo "skipped: no $program (Debian: slurm-wlm, munge)"
    exit 77
  }
done
[[ $(id -u) -eq 0 ]] || {
  echo "skipped: only root can start munged and slurmd"
  exit 77
}

export CUDA_VISIBLE_DEVICES=-1
work=$(mktemp -d /tmp/warplab-slurm-XXXXXX)
chmod 755 "$work"
host=$(hostname -s)
# The daemons write their state while they end: it is removed when they have ended.
stop() {
  local name pid
  for name in slurmd-n1 slurmd-n2 ctld munged; do
    pid=$(cat "$work/$name.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 100); do
      [[ $(ps -o stat= -p "$pid") == [^Z]* ]] || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

start_node() { slurmd -f "$SLURM_CONF" -N "$1" >/dev/null; }
mkdir -p "$work"/{state,spool-n1,spool-n2}
port=$((20000 + RANDOM % 20000))
export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=warplab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldPort=$port
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
BatchStartTimeout=10
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/slurmd-%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=4000
PartitionName=p Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF

# A munged of its own, with its own key: what the machine has may be stopped, and its socket still be there.
mkdir -m 755 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 600 "$work/munge/key"
munged --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munged.pid" \
  --log-file="$work/munge/munged.log" --seed-file="$work/munge/seed" --num-threads=10
# Where there can be no cluster there is nothing of ours to test: what follows this part decides.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 150); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  no_cluster "$what"
}
no_cluster() {
  tail -n 20 "$work"/munge/*.log "$work"/*.log || true
  echo "skipped: a Slurm cannot be started on this machine: $1"
  exit 77
}
wait_for "munged does not answer" munge --no-input --socket="$work/munge/socket"
slurmctld -f "$SLURM_CONF" || no_cluster "slurmctld ends"
wait_for "slurmctld does not answer" scontrol ping
for node in n1 n2; do start_node $node || no_cluster "slurmd of $node ends"; done
for node in n1 n2; do
  timeout 60 srun --nodelist=$node --ntasks=1 true 2>"$work/srun.log" || no_cluster "$node runs no job"
done

# Ten students; every file has its own comment, so that there is something to share out.
solutions=$source/tests/cli/solutions
for student in a b c d e f g h i j; do
  mkdir -p "$work/in/$student"
  for pair in doubled:01-doubled copied:02-copied; do
    kernels=("$solutions/${pair#*:}"/*.cu)
    number=$(printf '%d' "'$student")
    cat "${kernels[$((number % ${#kernels[@]}))]}" >"$work/in/$student/${pair%:*}.cu"
    echo "// $student" >>"$work/in/$student/${pair%:*}.cu"
  done
done
options=(--exercises "$source/tests/cli/exercises" --format csv --format json)
"$build/bin/grader" course run "$work/in" --output "$work/one" --backend sim "${options[@]}" >/dev/null

"$build/bin/grader" course slurm "$work/in" --output "$work/out" --parts 4 --cores 1 --submit "${options[@]}"
# A node dies as soon as a task has something, and comes back.
for _ in $(seq 100); do
  if compgen -G "$work/out/parts/*/journal.sqlite" >/dev/null; then break; fi
  sleep 0.2
done
kill -9 "$(cat "$work/slurmd-n2.pid")" || true
pkill -9 -f "$work/out/parts/2 " || true
sleep 1
start_node n2
for _ in $(seq 200); do
  if [[ -f $work/out/course.json && -z $(squeue --noheader) ]]; then break; fi
  sleep 1
done
if ! cmp "$work/one/marks.csv" "$work/out/marks.csv" || ! cmp "$work/one/course.json" "$work/out/course.json"; then
  squeue || true
  tail -n 20 "$work"/out/*.log "$work"/*.log >&2 || true
  exit 1
fi
echo "the same marks: $(wc -l <"$work/out/marks.csv") lines"
