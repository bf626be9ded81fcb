#include "verdict/result/result.hpp"

#include <algorithm>
#include <utility>

#include "base/capital.hpp"
#include "exercise/exercise.hpp"
#include "words/text.hpp"

namespace warplab::verdict {

void add_sentence(Saying& text, Saying sentence) {
  if (text.empty()) {
    text = std::move(sentence);
    return;
  }
  if (sentence.empty()) return;
  text += say(GateSays::space);
  text += std::move(sentence);
}

Saying not_checked(Saying reason) {
  Saying all = say(GateSays::not_checked);
  all += std::move(reason);
  return all;
}

std::string text_of(const GateResult& gate) {
  std::string text = words::text_of(gate.authors);
  for (const std::string& more :
       {gate.finding ? words::text_of(*gate.finding) : std::string(), words::text_of(gate.says)})
    if (!more.empty()) text += (text.empty() ? "" : " ") + more;
  return text;
}

std::string reason_text(const GateResult& gate) {
  const auto is_prefix = [](const data::Phrase& phrase) {
    return phrase.says == GateSays::not_checked || phrase.says == GateSays::not_yet;
  };
  if (gate.finding || !gate.authors.empty() || gate.says.empty() ||
      !is_prefix(gate.says.phrases.front()))
    return text_of(gate);
  Saying reason = gate.says;
  reason.phrases.erase(reason.phrases.begin());
  const std::string text = words::text_of(reason);
  // The name of a kernel or of a buffer keeps its letters: only a word of ours began small.
  const size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  const bool begins_small =
      word != 0 && word < text.size() && (text[word] == ' ' || text[word] == ',');
  return begins_small ? with_capital(text) : text;
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::pass: return "pass";
    case Status::fail: return "fail";
    case Status::not_checked: break;
  }
  return "not_checked";
}

std::string_view name_of(Source source) {
  switch (source) {
    case Source::counted: return "counted";
    case Source::measured: return "measured";
    case Source::modelled: break;
  }
  return "modelled";
}

Status verdict_of(const std::vector<GateResult>& gates) {
  const auto has = [&](Status status) {
    return std::any_of(gates.begin(), gates.end(), [&](const GateResult& gate) {
      return gate.applies && gate.status == status;
    });
  };
  if (has(Status::fail)) return Status::fail;
  return gates.empty() || has(Status::not_checked) ? Status::not_checked : Status::pass;
}

Status status_of_profile(const ExerciseResult& result, std::string_view profile) {
  std::vector<GateResult> own;
  for (const GateResult& gate : result.gates)
    if (gate.profile == profile && gate.applies) own.push_back(gate);
  return own.empty() ? Status::pass : verdict_of(own);
}

double earned_by(const GateResult& gate, const std::vector<GateResult>& gates) {
  if (!gate.applies || gate.status != Status::pass) return 0;
  const auto is_needed = [&](const GateResult& other) {
    if (other.metric == exercise::kCorrectGate && gate.metric != exercise::kCorrectGate)
      return true;
    return std::find(gate.needs.begin(), gate.needs.end(), other.name) != gate.needs.end();
  };
  const bool has_all = std::all_of(gates.begin(), gates.end(), [&](const GateResult& other) {
    return !is_needed(other) || !other.applies || other.status == Status::pass;
  });
  return has_all ? std::max(gate.points, 0.0) : 0;
}

std::vector<Points> points_of(const std::vector<GateResult>& gates) {
  const bool condition_fails = std::any_of(gates.begin(), gates.end(), [](const GateResult& gate) {
    return gate.applies && gate.points <= 0 && gate.status != Status::pass;
  });
  std::vector<Points> points;
  for (const GateResult& gate : gates)
    points.push_back({condition_fails ? 0 : earned_by(gate, gates),
                      gate.applies ? std::max(gate.points, 0.0) : 0});
  return points;
}

double score_of(const std::vector<GateResult>& gates) {
  Points sum;
  for (const Points& points : points_of(gates)) {
    sum.earned += points.earned;
    sum.possible += points.possible;
  }
  if (sum.possible > 0) return sum.earned / sum.possible;
  return verdict_of(gates) == Status::pass ? 1 : 0;
}

std::string_view name_of(NotGraded why) {
  switch (why) {
    case NotGraded::none: return "";
    case NotGraded::interrupted: return "interrupted";
    case NotGraded::broken_exercise: return "broken_exercise";
    case NotGraded::reference_failed: return "reference_failed";
    case NotGraded::time_limit: return "time_limit";
    case NotGraded::worker_lost: return "worker_lost";
    case NotGraded::worker_failed: return "worker_failed";
    case NotGraded::unreadable: return "unreadable";
    case NotGraded::no_memory: break;
  }
  return "no_memory";
}

ExerciseResult interrupted_exercise(std::string slug) {
  ExerciseResult result;
  result.slug = std::move(slug);
  result.error = words::told(LabSays::not_graded_interrupted);
  result.interrupted = true;
  result.not_graded = NotGraded::interrupted;
  return result;
}

ExerciseResult broken_exercise(std::string slug, std::string sentence) {
  ExerciseResult result;
  result.slug = std::move(slug);
  result.error = std::move(sentence);
  result.grader_failed = true;
  result.not_graded = NotGraded::broken_exercise;
  return result;
}

namespace {

double sum_of(const ExerciseResult& result, double Points::*part) {
  double sum = 0;
  for (const Points& points : points_of(result.gates)) sum += points.*part;
  return sum;
}

}  // namespace

Points points_with_hidden(const ExerciseResult& result) {
  Points points{sum_of(result, &Points::earned), sum_of(result, &Points::possible)};
  if (!result.hidden) return points;
  points.earned += sum_of(*result.hidden, &Points::earned);
  points.possible += sum_of(*result.hidden, &Points::possible);
  return points;
}

}  // namespace warplab::verdict
