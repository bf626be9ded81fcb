// Gradescope's results.json. Source: gradescope/autograder_samples, docs/specs.md (2026).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

using Json = nlohmann::ordered_json;

// A test for each gate, with the part of the exercise's points that its own points are. Where an
// exercise has no points, because a condition failed, its gates show 0 of theirs.
// Hidden gates are tests that Gradescope keeps from students, and with them the sum of the points.
void add_tests(const CardExercise& exercise, size_t number, Json& tests) {
  double possible = 0;
  for (const CardGate& gate : exercise.gates) possible += gate.possible;
  size_t part = 0;
  const auto add = [&](const CardGate& gate, const char* visibility) {
    if (!gate.applies || gate.stands_for_hidden) return;
    const double scale = possible > 0 ? exercise.possible / possible : 0;
    Json test = {{"name", exercise.title + ": " + gate.name},
                 {"number", fmt::format("{}.{}", number, ++part)},
                 {"score", gate.earned * scale},
                 {"max_score", gate.possible * scale},
                 {"output", gate.message},
                 {"output_format", "text"},
                 {"name_format", "text"}};
    if (gate.status != "not_checked") test["status"] = gate.status == "pass" ? "passed" : "failed";
    if (visibility != nullptr) test["visibility"] = visibility;
    tests.push_back(std::move(test));
  };
  for (const CardGate& gate : exercise.gates) add(gate, nullptr);
  for (const CardGate& gate : exercise.hidden)
    add(gate, exercise.hidden_until_due ? "after_due_date" : "hidden");
  if (part == 0)
    tests.push_back({{"name", exercise.title},
                     {"number", fmt::format("{}", number)},
                     {"score", exercise.earned},
                     {"max_score", exercise.possible},
                     {"status", "failed"},
                     {"output", explanation_of(exercise)},
                     {"output_format", "text"},
                     {"name_format", "text"}});
}

std::string gradescope(const ReportCard& card) {
  Json tests = Json::array();
  std::string output;
  for (size_t i = 0; i < card.exercises.size(); ++i) {
    CardExercise exercise = card.exercises[i];
    add_tests(exercise, i + 1, tests);
    // Neither a score nor a line here says what hidden tests said.
    std::erase_if(exercise.gates, [](const CardGate& gate) { return gate.stands_for_hidden; });
    const bool says_score = exercise.score && exercise.hidden.empty();
    output += exercise.title;
    if (!exercise.score) output += ": could not be graded";
    output += says_score ? fmt::format(": {:.0f} %\n", 100 * *exercise.score) : "\n";
    if (exercise.verdict != "pass") output += explanation_of(exercise);
  }
  constexpr size_t kMost = 50'000;  // a page of text, and no more
  Json json = {{"output", shortened(output, kMost)},
               {"output_format", "text"},
               {"test_output_format", "text"},
               {"test_name_format", "text"},
               {"visibility", "visible"},
               {"stdout_visibility", "hidden"},
               {"extra_data", {{"warplab_version", card.version}}},
               {"tests", std::move(tests)}};
  // Without a score Gradescope calls it a failure of the grader, which it is.
  if (card.complete()) json["score"] = card.earned();
  else json["tests"] = Json::array();
  return json_text(json);
}

}  // namespace

extern const CardFormat kGradescope;
constinit const CardFormat kGradescope = {"gradescope", "gradescope.json", gradescope};

}  // namespace warplab::grader
