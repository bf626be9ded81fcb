#pragma once
// From what was seen to what is passed: the gates of an exercise, judged on the evidence of its
// runs. Pure: no process is started and no file is read, so every rule can be tested on made-up
// evidence.
#include <string>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/result/result.hpp"
#include "verdict/run/evidence.hpp"

namespace warplab::verdict {

// The gate in front of exercise::kBuiltInGates: the source is a readable text that compiles.
inline constexpr std::string_view kCompilesGate = "compiles";

// The built-in gates first, in the order compiles, supported, launches, terminates, in_bounds,
// initialized, race_free, correct; with a GPU same_on_gpu, right_when_timed and plausible_time;
// then the exercise's own in its order. Rules: a gate that was not measured is not checked and
// never passes; a finding fails its gate even when the run ended early.
std::vector<GateResult> judge(const exercise::Exercise& exercise, const Evidence& evidence);

// The same in two parts. The built-in gates (compiles ... correct) say whether the simulator found
// anything wrong, which decides whether there is more to gather: they need nothing of a GPU. The
// rest is judged behind them, on all the evidence.
std::vector<GateResult> judge_built_ins(const exercise::Exercise& exercise,
                                        const Evidence& evidence);
std::vector<GateResult> judge_rest(const exercise::Exercise& exercise, const Evidence& evidence,
                                   std::vector<GateResult> built_ins);

// "out[3][17] is 42 and should be 57 (rows 96, cols 33, seed 2); ..."
Saying saying_of(const Mismatch& mismatch);
std::string mismatch_sentence(const Mismatch& mismatch);

}  // namespace warplab::verdict
