#include "verdict/judge/prediction_gate.hpp"

#include "verdict/judge/metric_gate.hpp"

namespace warplab::verdict {
namespace {

void leave_unchecked(GateResult& gate, Saying why) {
  gate.applies = false;
  gate.says = not_checked(std::move(why));
}

Saying sentence_of(const exercise::PredictionAsked& asked, bool made) {
  return say(made ? GateSays::predicted_wrong : GateSays::not_predicted, asked.question,
             asked.experiment);
}

}  // namespace

GateResult judge_prediction(const exercise::Gate& gate, const Evidence& evidence) {
  GateResult result = begin_result(gate);
  const exercise::PredictionAsked& asked = *gate.prediction;
  const auto found = evidence.predictions.find(gate.name);
  if (found == evidence.predictions.end()) {
    leave_unchecked(result, say(GateSays::prediction_not_known));
    return result;
  }
  const PredictionEvidence& seen = found->second;
  if (!seen.why_unknown.empty()) {
    leave_unchecked(result, as_it_is(seen.why_unknown));
  } else if (!seen.made || (asked.has_to_be_right && seen.right == false)) {
    result.status = Status::fail;
    result.says =
        seen.file_problem.empty() ? sentence_of(asked, seen.made) : as_it_is(seen.file_problem);
    result.authors = instructors_sentence(gate, result);
  } else if (asked.has_to_be_right && !seen.right) {
    leave_unchecked(result, say(GateSays::prediction_not_judged));
  } else {
    result.status = Status::pass;
  }
  return result;
}

}  // namespace warplab::verdict
