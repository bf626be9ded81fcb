#include "verdict/hidden.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "verdict/judge/metric_gate.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

// A wrong answer earns nothing by being right at fewer sizes.
bool is_right_and_sound(const ExerciseResult& result) {
  return std::ranges::all_of(result.gates, [](const GateResult& gate) {
    const bool needed = gate.points <= 0 || gate.metric == exercise::kCorrectGate;
    return !gate.applies || !needed || gate.status == Status::pass;
  });
}

// The hidden checks of a file that came no further than the shipped ones.
ExerciseResult not_made(const exercise::Exercise& hidden, const ExerciseResult& shipped) {
  ExerciseResult result;
  result.slug = hidden.slug;
  result.title = hidden.title;
  result.seed = shipped.seed;
  result.file_hash = shipped.file_hash;
  result.exercise_hash = hidden.hash;
  result.compiler = shipped.compiler;
  for (const exercise::Gate& gate : hidden.gates) {
    GateResult& one = result.gates.emplace_back(begin_result(gate));
    one.reported = gate.reported;
    one.applies = !gate.reported && !gate.is_timed();
    one.says = say(GateSays::hidden_not_made);
  }
  return result;
}

GradeOptions options_for(const exercise::Exercise& hidden, const GradeOptions& options,
                         Reference* reference) {
  GradeOptions own = options;
  own.reference = reference;
  own.models.clear();
  own.keep_pictures = false;
  if (std::ranges::none_of(hidden.gates, &exercise::Gate::is_timed)) own.gpu = nullptr;
  return own;
}

}  // namespace

ExerciseResult grade_with_hidden(const exercise::Exercise& exercise,
                                 const exercise::Exercise& hidden, const std::string& source,
                                 const GradeOptions& options, Reference* reference) {
  ExerciseResult result = grade(exercise, source, options);
  if (!result.has_score()) return result;
  auto found = std::make_shared<ExerciseResult>(
      is_right_and_sound(result) ? grade(hidden, source, options_for(hidden, options, reference))
                                 : not_made(hidden, result));
  found->seed = options.seed;
  result.hidden = found;
  result.time.total += found->time.total;
  if (!found->has_score()) {
    // Its own sentence may name a size; that stays with the hidden result.
    result.grader_failed = found->grader_failed;
    result.interrupted = found->interrupted;
    result.not_graded = found->not_graded;
    result.error = words::told(LabSays::hidden_checks_not_made);
    result.verdict = Status::not_checked;
    result.score = 0;
    return result;
  }
  for (const Status worse : {Status::not_checked, Status::fail})
    if (found->verdict == worse && result.verdict != Status::fail) result.verdict = worse;
  const Points points = points_with_hidden(result);
  result.score = points.possible > 0 ? points.earned / points.possible
                                     : (result.verdict == Status::pass ? 1 : 0);
  return result;
}

}  // namespace warplab::verdict
