#include "verdict/prediction_gate.hpp"

#include <fmt/format.h>

#include "verdict/metric_gate.hpp"

namespace warplab::verdict {
namespace {

void leave_unchecked(GateResult& gate, const std::string& why) {
  gate.applies = false;
  gate.message = "Not checked: " + why;
}

std::string sentence_of(const exercise::PredictionAsked& asked, bool made) {
  if (!made)
    return fmt::format(
        "\"{}\" was not predicted in the experiment \"{}\" before its answer was shown. Open the "
        "experiment, and answer the question first.",
        asked.question, asked.experiment);
  return fmt::format(
      "What was predicted for \"{}\" in the experiment \"{}\" is not what comes out. The "
      "experiment shows why.",
      asked.question, asked.experiment);
}

}  // namespace

GateResult judge_prediction(const exercise::Gate& gate, const Evidence& evidence) {
  GateResult result = begin_result(gate);
  const exercise::PredictionAsked& asked = *gate.prediction;
  const auto found = evidence.predictions.find(gate.name);
  if (found == evidence.predictions.end()) {
    leave_unchecked(result, "what was predicted is not known here.");
    return result;
  }
  const PredictionEvidence& seen = found->second;
  if (!seen.why_unknown.empty()) {
    leave_unchecked(result, seen.why_unknown);
  } else if (!seen.made || (asked.has_to_be_right && seen.right == false)) {
    result.status = Status::fail;
    result.message = seen.file_problem.empty() ? sentence_of(asked, seen.made) : seen.file_problem;
    if (const std::string own = instructors_sentence(gate, result); !own.empty())
      result.message = own + " " + result.message;
  } else if (asked.has_to_be_right && !seen.right) {
    leave_unchecked(result, "it could not be judged.");
  } else {
    result.status = Status::pass;
  }
  return result;
}

}  // namespace warplab::verdict
