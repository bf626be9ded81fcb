# What --measure says. Speed depends on what else the machine does, so only the memory has a limit here.
say() { "$program" --exercises "$exercises" --submission "$work/mine" --exercise column-sums --size 1440x900 --measure "$1"; }
say start | tee "$work/start"
say scroll | tee "$work/scroll"
say typing | tee "$work/typing"
grep -Eq '^first frame after [0-9]+ ms' "$work/start" || fail "the first frame is not measured"
grep -Eq '^scrolling: [0-9]+ frames a second' "$work/scroll" || fail "scrolling is not measured"
grep -Eq '^typing [0-9]+ letters into [0-9]+ lines: [0-9]+ frames a second' "$work/typing" || fail "typing is not measured"
[ ! -e "$work/mine/column_sums.cu" ] || fail "what was typed for the measurement was saved"
# This one makes a run first, as the tab Steps shows one.
say steps | tee "$work/steps"
grep -Eq '^stepping, [1-9][0-9]* steps: [0-9]+ frames a second' "$work/steps" || fail "stepping is not measured"
mkdir -p "$work/mine" && echo 'nonsense' > "$work/mine/column_sums.cu"
if say steps; then fail "steps through what does not compile are measured"; fi
memory=$(sed -n 's/^memory: \([0-9]*\) MB.*/\1/p' "$work/scroll")
# A sanitizer keeps a memory of its own.
ldd "$program" | grep -Eq 'lib[at]san' || [ "${memory:-999}" -lt 250 ] || fail "the window takes $memory MB"
