#!/usr/bin/env bash
# integration_test.sh SOURCE BUILD SYSTEM: runs the adapter of integrations/SYSTEM in folders like that system's.
set -euo pipefail
source=$1 build=$2 system=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export WARPLAB_GRADER=$build/bin/grader WARPLAB=$source
export WARPLAB_EXERCISES=$source/tests/cli/exercises WARPLAB_ASSIGNMENT="doubled copied"
export CUDA_VISIBLE_DEVICES=-1

# hand_in FOLDER REPORT: the first exercise is right, the second one wrong. Its student tries all that gives points
# without work: exercises without gates, links to what others have, a bomb, and a folder in the report's place.
hand_in() {
  mkdir -p "$1/exercises/01-doubled" "$1/assets/gpus" "$1/old"
  cp "$source/tests/cli/solutions/01-doubled/solution.cu" "$1/doubled.cu"
  cp "$source/tests/cli/solutions/02-copied/wrong-off-by-one.cu" "$1/copied.cu"
  sed '/\[\[gate\]\]/,$d' "$source/tests/cli/exercises/02-copied/exercise.toml" >"$1/exercises/01-doubled/exercise.toml"
  ln -s "$source/tests/cli/solutions" "$1/solutions"
  ln -s "$source/tests/cli/solutions/02-copied/solution.cu" "$1/old/copied.cu"
  ln -s /etc/passwd "$1/predictions.json"
  bomb "$1/bomb.zip"
  [[ $# -lt 2 ]] || mkdir -p "$2/full"
}

# bomb FILE: a zip of 64 MiB in one kernel and of many others.
bomb() {
  python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as made:
    for i in range(16):
        made.writestr(f"{i}/copied.cu", b"/" * (64 << 20) if i < 1 else b"/" * 1000)' "$1"
}

# check FILE EXPRESSION: `report` is the JSON in FILE.
check() {
  python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
if not eval(sys.argv[2]):
    sys.exit("not so: " + sys.argv[2] + " in " + json.dumps(report)[:2000])' "$1" "$2"
}

case $system in
  gradescope)
    export AUTOGRADER=$work/autograder
    hand_in "$AUTOGRADER/submission" "$AUTOGRADER/results/results.json"
    "$source/integrations/gradescope/run_autograder"
    check "$AUTOGRADER/results/results.json" 'report["score"] == 1 and len(report["tests"]) > 2'
    check "$AUTOGRADER/results/results.json" \
      'abs(sum(t["score"] for t in report["tests"]) - report["score"]) < 1e-9'
    ;;
  classroom50)
    hand_in "$work/submission" "$work/result.json"
    grep -q 'integrations/grade.sh classroom50 submission result.json' "$source/integrations/classroom50/autograde.yml"
    cd "$work"
    "$source/integrations/grade.sh" classroom50 submission result.json doubled copied
    check result.json 'report["schema"] == "classroom50/result/v1" and report["score"] == 100'
    check result.json '[t["passed"] for t in report["tests"]] == [True, False]'
    ;;
  prairielearn)
    export GRADE=$work/grade
    hand_in "$GRADE/student" "$GRADE/results/results.json"
    "$source/integrations/prairielearn/serverFilesCourse/grade_question.sh"
    check "$GRADE/results/results.json" 'report["gradable"] and report["score"] == 0.5'
    check "$source/integrations/prairielearn/questions/warp-lab/info.json" \
      'report["externalGradingOptions"]["enableNetworking"] is False'
    ;;
  autolab)
    hand_in "$work" "$work/autolab.txt"
    cd "$work"
    rm bomb.zip
    make -s -f "$source/integrations/autolab/autograde-Makefile" \
      WARPLAB="$source" WARPLAB_ASSIGNMENT="doubled copied" >out.txt 2>err.txt || { cat err.txt; exit 1; }
    tail -n 1 out.txt >last.json
    check last.json 'report == {"scores": {"doubled": 1.0, "copied": 0.0}}'
    # The same as a zip, with a bomb beside it: nothing is unpacked.
    mkdir "$work/zipped"
    cd "$work/zipped"
    bomb handin.zip
    python3 -c 'import sys, zipfile
with zipfile.ZipFile("handin.zip", "a") as made:
    for name in sys.argv[1:]:
        made.write("../" + name, "work/" + name)' doubled.cu copied.cu exercises/01-doubled/exercise.toml
    make -s -f "$source/integrations/autolab/autograde-Makefile" \
      WARPLAB="$source" WARPLAB_ASSIGNMENT="doubled copied" >out.txt 2>err.txt || { cat err.txt; exit 1; }
    tail -n 1 out.txt >last.json
    check last.json 'report == {"scores": {"doubled": 1.0, "copied": 0.0}}'
    [[ $(ls | tr '\n' ' ') == "autolab.txt err.txt handin.zip last.json out.txt " ]]
    ;;
  submitty)
    hand_in "$work" "$work/validation_results.json"
    cd "$work"
    "$source/integrations/submitty/grade_submission.sh"
    check validation_results.json 'report["status"] == "success" and report["data"]["score"] == 0.5'
    check "$source/integrations/submitty/config.json" 'report["testcases"][0]["validation"]'
    ;;
  no_exercises)
    # A program without exercises beside it, started in a student's folder that has some.
    mkdir -p "$work/program/build/bin"
    cp "$build/bin/grader" "$work/program/build/bin"
    ln -s "$build/bin/warplab-worker" "$work/program/build/bin"
    hand_in "$work/submission"
    cd "$work/submission"
    status=0
    "$work/program/build/bin/grader" --all --submission . >"$work/out" 2>"$work/err" || status=$?
    [[ $status -eq 2 ]] && grep -q 'There is no folder of exercises at' "$work/err"
    "$work/program/build/bin/grader" list --exercises . >"$work/out" 2>&1 || true
    grep -q doubled "$work/out"
    ;;
  no_grader)
    hand_in "$work/submission"
    status=0
    WARPLAB_GRADER=$work/none "$source/integrations/grade.sh" gradescope "$work/submission" "$work/r.json" 2>"$work/err" ||
      status=$?
    [[ $status -eq 2 && ! -e $work/r.json ]]
    grep -q 'there is no grader at' "$work/err"
    ;;
  *)
    echo "unknown system $system" >&2
    exit 1
    ;;
esac
