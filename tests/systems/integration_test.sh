#!/usr/bin/env bash
# integration_test.sh SOURCE BUILD SYSTEM: runs the adapter of integrations/SYSTEM in folders like that system's.
set -euo pipefail
source=$1 build=$2 system=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export WARPLAB_GRADER=$build/bin/grader WARPLAB=$source
export WARPLAB_EXERCISES=$source/tests/cli/exercises WARPLAB_ASSIGNMENT="doubled copied"
export CUDA_VISIBLE_DEVICES=-1

# hand_in FOLDER: the first exercise is right, the second one wrong.
hand_in() {
  mkdir -p "$1"
  cp "$source/tests/cli/solutions/01-doubled/solution.cu" "$1/doubled.cu"
  cp "$source/tests/cli/solutions/02-copied/wrong-off-by-one.cu" "$1/copied.cu"
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
    hand_in "$AUTOGRADER/submission"
    "$source/integrations/gradescope/run_autograder"
    check "$AUTOGRADER/results/results.json" 'report["score"] == 1 and len(report["tests"]) > 2'
    check "$AUTOGRADER/results/results.json" \
      'abs(sum(t["score"] for t in report["tests"]) - report["score"]) < 1e-9'
    ;;
  classroom50)
    hand_in "$work/submission"
    grep -q 'integrations/grade.sh classroom50 submission result.json' "$source/integrations/classroom50/autograde.yml"
    cd "$work"
    "$source/integrations/grade.sh" classroom50 submission result.json doubled copied
    check result.json 'report["schema"] == "classroom50/result/v1" and report["score"] == 100'
    check result.json '[t["passed"] for t in report["tests"]] == [True, False]'
    ;;
  prairielearn)
    export GRADE=$work/grade
    hand_in "$GRADE/student"
    "$source/integrations/prairielearn/serverFilesCourse/grade_question.sh"
    check "$GRADE/results/results.json" 'report["gradable"] and report["score"] == 0.5'
    check "$source/integrations/prairielearn/questions/warp-lab/info.json" \
      'report["externalGradingOptions"]["enableNetworking"] is False'
    ;;
  autolab)
    hand_in "$work"
    cd "$work"
    make -s -f "$source/integrations/autolab/autograde-Makefile" \
      WARPLAB="$source" WARPLAB_ASSIGNMENT="doubled copied" >out.txt 2>err.txt || { cat err.txt; exit 1; }
    tail -n 1 out.txt >last.json
    check last.json 'report == {"scores": {"doubled": 1.0, "copied": 0.0}}'
    ;;
  submitty)
    hand_in "$work"
    cd "$work"
    "$source/integrations/submitty/grade_submission.sh"
    check validation_results.json 'report["status"] == "success" and report["data"]["score"] == 0.5'
    check "$source/integrations/submitty/config.json" 'report["testcases"][0]["validation"]'
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
