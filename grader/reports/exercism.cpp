// Exercism's results.json, version 2. Source: exercism.org, test runner interface (2026): a message
// of at most 65 535 characters, an output of at most 500.
#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

std::string exercism(const ReportCard& card) {
  constexpr size_t kMostMessage = 65'000, kMostOutput = 500;
  Json tests = Json::array();
  std::string trouble;
  bool all_passed = true;
  for (const CardExercise& exercise : card.exercises) {
    if (!exercise.score || !exercise.compiles) trouble += explanation_of(exercise);
    all_passed &= exercise.verdict == "pass";
    for (const CardGate& gate : exercise.gates) {
      if (!gate.applies || gate.status == "not_checked") continue;
      Json test = {{"name", exercise.title + ": " + gate.name},
                   {"status", gate.status},
                   {"test_code", "grader " + exercise.slug}};
      if (gate.status == "fail") test["message"] = shortened(gate.message, kMostMessage);
      if (!exercise.output.empty()) test["output"] = shortened(exercise.output, kMostOutput);
      tests.push_back(std::move(test));
    }
  }
  if (!trouble.empty())
    return json_text({{"version", 2},
                      {"status", "error"},
                      {"message", shortened(trouble, kMostMessage)},
                      {"tests", Json::array()}});
  return json_text({{"version", 2},
                    {"status", all_passed ? "pass" : "fail"},
                    {"message", nullptr},
                    {"tests", std::move(tests)}});
}

}  // namespace

extern const CardFormat kExercism;
constinit const CardFormat kExercism = {"exercism", "exercism.json", exercism};

}  // namespace warplab::grader
