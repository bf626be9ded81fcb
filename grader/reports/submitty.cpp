// Submitty's validation_results.json of a custom validator. Source: submitty.org,
// instructor/autograding/specification and custom validator (2026).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

std::string submitty(const ReportCard& card) {
  if (!card.complete())
    return json_text({{"status", "fail"}, {"message", "Some exercises could not be graded."}});
  Json messages = Json::array();
  for (const CardExercise& exercise : card.exercises) {
    messages.push_back(
        {{"message", fmt::format("{}: {:.0f} %", exercise.title, 100 * exercise.score.value_or(0))},
         {"status", exercise.verdict == "pass" ? "success" : "failure"}});
    for (const CardGate& gate : exercise.gates)
      if (gate.status == "fail")
        messages.push_back({{"message", gate.name + ": " + gate.message}, {"status", "failure"}});
  }
  const double score = card.possible() > 0 ? card.earned() / card.possible() : 0;
  return json_text(
      {{"status", "success"},
       {"data", {{"score", score}, {"message", std::move(messages)}, {"status", "information"}}}});
}

}  // namespace

extern const CardFormat kSubmitty;
constinit const CardFormat kSubmitty = {"submitty", "validation_results.json", submitty};

}  // namespace warplab::grader
