// PrairieLearn's results.json of an external grader. Source: PrairieLearn's documentation,
// "External grading" (2026): score from 0 to 1, at most 1 MB.
#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

std::string prairielearn(const ReportCard& card) {
  Json tests = Json::array();
  Json format_errors = Json::array();
  // A megabyte is all that is read; each exercise gets its part of most of it.
  const size_t most = 800'000 / (card.exercises.empty() ? 1 : card.exercises.size());
  for (const CardExercise& exercise : card.exercises) {
    tests.push_back({{"name", exercise.title},
                     {"description", exercise.slug},
                     {"points", exercise.earned},
                     {"max_points", exercise.possible},
                     {"message", shortened(explanation_of(exercise), most / 2)},
                     {"output", shortened(exercise.output, most / 2)}});
    if (!exercise.score) format_errors.push_back(exercise.title + ": " + exercise.error);
  }
  Json json = {{"gradable", card.complete()},
               {"score", card.possible() > 0 ? card.earned() / card.possible() : 0},
               {"message", card.complete() ? "" : "Some exercises could not be graded."},
               {"output", ""},
               {"tests", std::move(tests)}};
  if (!card.complete()) {
    json.erase("score");
    json["format_errors"] = std::move(format_errors);
  }
  return json_text(json);
}

}  // namespace

extern const CardFormat kPrairieLearn;
constinit const CardFormat kPrairieLearn = {"prairielearn", "prairielearn.json", prairielearn};

}  // namespace warplab::grader
