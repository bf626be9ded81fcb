// GitHub Classroom's runner JSON and Classroom 50's result.json. Sources:
// classroom-resources/autograding-command-grader (src/main.js) and foundation50/classroom50
// (Advanced autograding), both 2026.
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

// A test for each exercise: those readers that count passed tests and those that add up scores
// agree then as far as they can.
std::string github_classroom(const ReportCard& card) {
  Json tests = Json::array();
  bool all_passed = true;
  for (const CardExercise& exercise : card.exercises) {
    all_passed &= exercise.verdict == "pass";
    tests.push_back({{"name", exercise.title},
                     {"status", !exercise.score              ? "error"
                                : exercise.verdict == "pass" ? "pass"
                                                             : "fail"},
                     {"score", exercise.earned},
                     {"message", shortened(explanation_of(exercise), 4'000)},
                     {"test_code", "grader " + exercise.slug},
                     {"filename", ""},
                     {"line_no", 0},
                     {"duration", 0}});
  }
  const Json json = {{"version", 1},
                     {"status", !card.complete() ? "error"
                                : all_passed     ? "pass"
                                                 : "fail"},
                     {"max_score", card.possible()},
                     {"tests", std::move(tests)}};
  return json_text(json);
}

// It knows whole numbers only: points are hundredths of the course's.
int64_t hundredths(double points) { return std::llround(100 * points); }

std::string classroom50(const ReportCard& card) {
  Json tests = Json::array();
  int64_t score = 0, most = 0;
  for (const CardExercise& exercise : card.exercises) {
    const int64_t earned = hundredths(exercise.earned), possible = hundredths(exercise.possible);
    score += earned;
    most += possible;
    tests.push_back({{"test-name", exercise.title},
                     {"passed", exercise.verdict == "pass"},
                     {"score", earned},
                     {"max-score", possible},
                     {"message", shortened(explanation_of(exercise), 4'000)}});
  }
  Json json = {{"schema", "classroom50/result/v1"},
               {"score", card.complete() ? Json(score) : Json(nullptr)},
               {"max-score", most},
               {"tests", std::move(tests)}};
  if (!card.complete()) json["error"] = "Some exercises could not be graded.";
  return json_text(json);
}

}  // namespace

extern const CardFormat kGithubClassroom, kClassroom50;
constinit const CardFormat kGithubClassroom = {"github-classroom", "github-classroom.json",
                                               github_classroom};
constinit const CardFormat kClassroom50 = {"classroom50", "classroom50.json", classroom50};

}  // namespace warplab::grader
