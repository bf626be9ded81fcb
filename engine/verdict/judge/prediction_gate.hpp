#pragma once
// Gates over what the student predicted in an experiment. Pure, like judge(): the evidence comes
// from whoever knows the student's folder (experiment/asked_predictions.hpp).
#include "exercise/exercise.hpp"
#include "verdict/judge/judge.hpp"

namespace warplab::verdict {

// No sentence of it gives the answer away. Where nobody knows of predictions the gate does not
// apply.
GateResult judge_prediction(const exercise::Gate& gate, const Evidence& evidence);

}  // namespace warplab::verdict
