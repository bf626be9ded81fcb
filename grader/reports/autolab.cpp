// What Autolab reads from standard output: a line with feedback and, last, a line with scores.
// Source: autolab/Autolab, docs/lab.md and docs/features/formatted-feedback.md (2026).
#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::string autolab(const ReportCard& card) {
  Json feedback = {{"_presentation", "semantic"}, {"stages", Json::array()}};
  Json scores = Json::object();
  for (const CardExercise& exercise : card.exercises) {
    feedback["stages"].push_back(exercise.title);
    Json& stage = feedback[exercise.title] = Json::object();
    for (const CardGate& gate : exercise.gates)
      if (gate.applies && gate.status != "not_checked")
        stage[gate.name] = {{"passed", gate.status == "pass"}, {"hint", gate.message}};
    // A problem without a score is one that Autolab leaves as it is.
    if (exercise.score) scores[exercise.slug] = exercise.earned;
  }
  return line(feedback) + line({{"scores", std::move(scores)}});
}

}  // namespace

extern const CardFormat kAutolab;
constinit const CardFormat kAutolab = {"autolab", "autolab.txt", autolab};

}  // namespace warplab::grader
