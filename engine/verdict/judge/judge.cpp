#include "verdict/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/words.hpp"
#include "data/shape.hpp"
#include "verdict/judge/metric_gate.hpp"
#include "verdict/judge/prediction_gate.hpp"
#include "verdict/judge/time_gate.hpp"
#include "verdict/plan/launched_again.hpp"
#include "verdict/plan/orders.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/run/findings.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using KnownFrom = exercise::BuiltInGate::KnownFrom;

// A built-in gate as sentences name it: "in_bounds" is the key, "in bounds" what people read.
std::string spoken(std::string_view metric) {
  std::string name(metric);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

Saying runs(size_t count) {
  return say(count == 1 ? GateSays::one_run : GateSays::some_runs, count);
}

void fail(GateResult& gate, Saying says, int line) {
  gate.status = Status::fail;
  gate.says = std::move(says);
  gate.line = line;
}

// Why a gate that nothing has failed is not checked.
Saying reason_not_checked(const Evidence& evidence) {
  if (evidence.stop) {
    if (evidence.stop->gate.empty()) return not_checked(evidence.stop->says);
    if (evidence.stop->gate == kCompilesGate) return not_checked(say(GateSays::not_compiled));
    const exercise::BuiltInGate* const stopped = exercise::built_in_gate(evidence.stop->gate);
    return not_checked(say(stopped && stopped->known_from == KnownFrom::start
                               ? GateSays::not_started
                               : GateSays::not_ended));
  }
  if (!evidence.incomplete_where.empty())
    return not_checked(
        say(evidence.incomplete_for_cost ? GateSays::run_ended_for_cost : GateSays::run_ended_early,
            evidence.incomplete_where));
  return not_checked(say(GateSays::not_every_run));
}

// Why races, or values that nobody wrote, were not looked for in every run.
Saying reason_not_followed(std::string_view metric, const Evidence& evidence) {
  if (metric == "race_free" && first_finding(evidence, "initialized"))
    return not_checked(say(GateSays::no_races_after_unwritten));
  if (metric == "initialized" && first_finding(evidence, "race_free"))
    return not_checked(say(GateSays::no_unwritten_after_races));
  if (!evidence.races_checked || evidence.runs_half_tracked > 0)
    return not_checked(say(GateSays::too_much_to_search));
  return reason_not_checked(evidence);
}

bool is_followed(std::string_view metric) {
  const exercise::BuiltInGate* const gate = exercise::built_in_gate(metric);
  return gate && gate->known_from == KnownFrom::followed_runs;
}

// What must be known about the runs for a built-in gate to pass when nothing speaks against it.
bool is_measured(std::string_view metric, const Evidence& evidence) {
  if (metric == kCompilesGate) return evidence.compiled;
  const bool all = evidence.runs_planned > 0 && evidence.runs_completed == evidence.runs_planned;
  switch (exercise::built_in_gate(metric)->known_from) {
    // A kernel that was started once has been understood and can be launched.
    case KnownFrom::start: return evidence.runs_started > 0;
    case KnownFrom::all_runs: return all;
    case KnownFrom::followed_runs: break;
  }
  return all && evidence.races_checked && evidence.runs_half_tracked < evidence.runs_completed;
}

// Of a gate "correct": the names of the answers that it is about; none: all.
using AnswerNames = std::vector<std::string>;
AnswerNames answers_of(const exercise::Exercise& exercise, const exercise::Gate* gate) {
  AnswerNames names;
  if (gate)
    for (const size_t i : gate->answers) names.push_back(exercise.buffers.at(i).name);
  return names;
}
bool is_about(const AnswerNames& answers, const std::string& buffer) {
  return answers.empty() || std::find(answers.begin(), answers.end(), buffer) != answers.end();
}

const Mismatch* first_mismatch(const Evidence& evidence, const AnswerNames& answers) {
  if (evidence.mismatch && is_about(answers, evidence.mismatch->buffer)) return &*evidence.mismatch;
  for (const auto& [buffer, mismatch] : evidence.further_mismatches)
    if (is_about(answers, buffer)) return &mismatch;
  return nullptr;
}

const sim::Finding* first_finding_about(const Evidence& evidence, std::string_view gate,
                                        const AnswerNames& answers) {
  for (const sim::Finding& finding : evidence.findings)
    if (gate_of(finding.kind) == gate && is_about(answers, finding.buffer)) return &finding;
  return nullptr;
}

// Behind a run that had too much to do: a loop that leaves an array has gone too far, and what it
// does there it does in every thread.
Saying where_it_goes_too_far(const Evidence& evidence) {
  const int line = evidence.stop->line;
  const auto has = [&](const auto& is_such) {
    return line > 0 && std::ranges::any_of(evidence.findings, [&](const sim::Finding& finding) {
             return finding.line == line && is_such(finding.kind);
           });
  };
  if (!has([](sim::FindingKind kind) { return kind == sim::FindingKind::step_limit; }) ||
      !has([](sim::FindingKind kind) { return gate_of(kind) == "in_bounds"; }))
    return {};
  return say(GateSays::line_leaves_bounds_mend_first, line);
}

GateResult judge_built_in(std::string_view metric, const exercise::Gate* listed,
                          const AnswerNames& answers, const Evidence& evidence) {
  GateResult gate;
  gate.metric = metric;
  gate.name = listed ? listed->name : spoken(metric);
  gate.points = listed ? listed->points : 0;
  if (listed) gate.needs = listed->needs;
  if (evidence.stop && evidence.stop->gate == metric) {
    fail(gate, evidence.stop->says, evidence.stop->line);
    gate.finding = evidence.stop->finding;
    add_sentence(gate.says, where_it_goes_too_far(evidence));
  } else if (const Mismatch* mismatch =
                 metric == exercise::kCorrectGate ? first_mismatch(evidence, answers) : nullptr)
    fail(gate, saying_of(*mismatch), mismatch->line);
  else if (const sim::Finding* finding = answers.empty()
                                             ? first_finding(evidence, metric)
                                             : first_finding_about(evidence, metric, answers)) {
    fail(gate, {}, finding->line);
    gate.finding = *finding;
  } else if (is_measured(metric, evidence)) {
    gate.status = Status::pass;
  } else {
    gate.says = is_followed(metric) && !evidence.stop ? reason_not_followed(metric, evidence)
                                                      : reason_not_checked(evidence);
  }
  if (gate.status == Status::pass && is_followed(metric) && evidence.runs_half_tracked > 0)
    gate.says = say(evidence.runs_half_tracked == 1 ? GateSays::passes_one_searched_in_part
                                                    : GateSays::passes_some_searched_in_part,
                    runs(evidence.runs_completed - evidence.runs_half_tracked),
                    runs(evidence.runs_half_tracked));
  if (listed && gate.status == Status::fail) gate.authors = instructors_sentence(*listed, gate);
  return gate;
}

// Which of two results of one gate decides: a failure before what was not checked before a pass; of
// two failures or two passes, the value nearer to the wrong side.
bool decides(const GateResult& a, const GateResult& b) {
  const auto rank = [](Status status) {
    return status == Status::fail ? 0 : status == Status::not_checked ? 1 : 2;
  };
  if (rank(a.status) != rank(b.status)) return rank(a.status) < rank(b.status);
  if (a.reported) return !a.value || (b.value && *a.value > *b.value);
  if (!a.value || !b.value || a.limit_is_minimum != b.limit_is_minimum) return false;
  return a.limit_is_minimum ? *a.value < *b.value : *a.value > *b.value;
}

// What is only reported is said, and not judged.
void leave_unjudged(GateResult& gate) {
  gate.reported = true;
  gate.applies = false;
  gate.points = 0;
  gate.status = Status::not_checked;
  if (!gate.value) return;
  std::string value = number_text(*gate.value);
  if (!gate.unit.empty()) value += " " + unit_text(value, gate.unit);
  gate.says = gate.ideal ? say(GateSays::reported_beside_ideal, value, number_text(*gate.ideal))
                         : say(GateSays::reported_only, value);
}

TroubledLines troubled_lines(const exercise::Exercise& exercise, const Evidence& evidence) {
  const auto has_rows = [&](const std::string& buffer) {
    return std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& b) {
      return b.name == buffer && b.shape.size() > 1;
    });
  };
  TroubledLines lines;
  for (const sim::Finding& finding : evidence.findings) {
    if (finding.line <= 0) continue;
    if (gate_of(finding.kind) == "in_bounds") lines.refused.insert(finding.line);
    // The only note about an element and two threads: they write the same value.
    if (finding.kind == sim::FindingKind::note && finding.other_line == finding.line &&
        finding.other_place && !finding.buffer.empty()) {
      lines.repeated.insert(finding.line);
      if (has_rows(finding.buffer)) lines.repeated_in_matrix.insert(finding.line);
    }
  }
  return lines;
}

// A gate that passes at the graded size must also pass where counters were judged again. What does
// not pass there is told with the size.
void judge_again(const exercise::Gate& gate, const Evidence& evidence,
                 const TroubledLines& troubled, GateResult& decisive) {
  if (decisive.status != Status::pass || gate.reported) return;
  for (const VariantCounters& run : evidence.counted_again) {
    if (!gate.is_of(run.variant) || !run.correct) continue;  // a wrong answer has its own gate
    if (run.ragged && !gate.ragged) continue;
    GateResult result = judge_metric(gate, run, troubled);
    if (result.status == Status::pass || !decides(result, decisive)) continue;
    decisive = std::move(result);
    if (decisive.is_consequence) continue;  // that fault is told with the size at which it was seen
    add_sentence(decisive.says, decisive.status != Status::fail
                                    ? say(GateSays::that_is_at, run.where)
                                : run.ragged ? say(GateSays::must_pass_at_ragged_sizes, run.where,
                                                   fmt::format("{:g}", kRaggedRoom))
                                             : say(GateSays::must_pass_at_sizes, run.where));
  }
}

GateResult judge_counted(const exercise::Exercise& exercise, const exercise::Gate& gate,
                         const Evidence& evidence) {
  std::optional<GateResult> decisive;
  const TroubledLines troubled = troubled_lines(exercise, evidence);
  size_t judged = 0, expected = 0;
  for (const exercise::Variant& variant : exercise.variants)
    if (gate.is_of(variant.name)) ++expected;
  for (const VariantCounters& run : evidence.counted) {
    if (!gate.is_of(run.variant)) continue;
    ++judged;
    GateResult result = judge_metric(gate, run, troubled);
    result.reported = gate.reported;
    if (!decisive || decides(result, *decisive)) decisive = std::move(result);
  }
  const bool all_judged = judged == expected && judged > 0;
  if (!decisive || (!all_judged && decisive->status == Status::pass)) {
    GateResult missing = decisive.value_or(GateResult{});
    missing.name = gate.name;
    missing.metric = gate.metric;
    missing.variant = gate.variant;
    missing.status = Status::not_checked;
    missing.unit = gate.unit;
    missing.points = gate.points;
    missing.needs = gate.needs;
    if (!missing.limit) {
      missing.limit = gate.max ? gate.max : gate.min;
      missing.limit_is_minimum = !gate.has_max() && gate.has_min();
      missing.ideal = gate.ideal;
    }
    missing.says = reason_not_checked(evidence);
    decisive = std::move(missing);
  }
  judge_again(gate, evidence, troubled, *decisive);
  if (exercise.variants.size() < 2) decisive->variant.clear();
  decisive->launch = launch_name(exercise, gate);
  if (gate.reported) leave_unjudged(*decisive);
  return *decisive;
}

// Mistakes of a program's host code that fail no built-in gate.
GateResult judge_host_code(const exercise::Gate& gate, const Evidence& evidence) {
  GateResult result = begin_result(gate);
  if (evidence.host_fault) {
    fail(result, {}, evidence.host_fault->line);
    result.finding = evidence.host_fault;
    result.authors = instructors_sentence(gate, result);
  } else if (evidence.runs_planned > 0 && evidence.runs_completed == evidence.runs_planned) {
    result.status = Status::pass;
  } else {
    result.says = reason_not_checked(evidence);
  }
  return result;
}

// Of a gate that passes and earns no points.
Saying why_nothing_is_earned(const GateResult& gate, const std::vector<GateResult>& gates) {
  for (const GateResult& other : gates)
    if (other.applies && other.status != Status::pass &&
        std::find(gate.needs.begin(), gate.needs.end(), other.name) != gate.needs.end())
      return say(GateSays::counts_once_gate_passes, other.name);
  return say(GateSays::counts_once_right);
}

// Who wrote it, and how many are wrong: behind what helps.
Saying details_of(const Mismatch& mismatch) {
  Saying details;
  if (mismatch.writer && mismatch.line > 0)
    details = say(GateSays::written_by_on_line, *mismatch.writer, mismatch.line);
  else if (mismatch.writer) details = say(GateSays::written_by, *mismatch.writer);
  if (mismatch.writer && !mismatch.inputs.empty())
    details += say(GateSays::wrote_it_after, mismatch.inputs);
  if (mismatch.writers == Mismatch::Writers::earlier)
    details = say(GateSays::last_launch_did_not_write);
  else if (mismatch.writers == Mismatch::Writers::several)
    details = mismatch.line > 0 ? say(GateSays::updated_by_several_on_line, mismatch.line)
                                : say(GateSays::updated_by_several);
  if (mismatch.wrong > 1)
    details += say(details.empty() ? GateSays::some_elements_wrong : GateSays::elements_wrong,
                   data::Count{mismatch.wrong}, data::Count{mismatch.total});
  if (!details.empty()) details += say(GateSays::full_stop);
  return details;
}

}  // namespace

Saying saying_of(const Mismatch& mismatch) {
  if (!mismatch.verified.empty())
    return say(GateSays::verify_says, mismatch.verified, mismatch.where);
  const std::string element = data::element_text(
      mismatch.called.empty() ? mismatch.buffer : mismatch.called, mismatch.index);
  if (mismatch.order) return order_sentence(mismatch, element);
  if (mismatch.launched_again) return launched_again_sentence(mismatch, element);
  Saying text =
      mismatch.writers == Mismatch::Writers::none
          ? say(GateSays::answer_unwritten, element, mismatch.expected_text, mismatch.where)
          : say(GateSays::answer_wrong, element, mismatch.actual_text, mismatch.expected_text,
                mismatch.where);
  text += say(GateSays::full_stop);
  add_sentence(text, mismatch.hint);
  add_sentence(text, details_of(mismatch));
  return text;
}

std::string mismatch_sentence(const Mismatch& mismatch) {
  return words::text_of(saying_of(mismatch));
}

std::vector<GateResult> judge_built_ins(const exercise::Exercise& exercise,
                                        const Evidence& evidence) {
  std::vector<GateResult> gates;
  gates.push_back(judge_built_in(kCompilesGate, nullptr, {}, evidence));
  for (const auto& [metric, known_from] : exercise::kBuiltInGates) {
    bool is_listed = false;  // "correct" may be several times, for the answers one by one
    for (const exercise::Gate& gate : exercise.gates) {
      if (gate.expression || gate.metric != metric) continue;
      gates.push_back(judge_built_in(metric, &gate, answers_of(exercise, &gate), evidence));
      is_listed = true;
    }
    if (!is_listed) gates.push_back(judge_built_in(metric, nullptr, {}, evidence));
  }
  return gates;
}

std::vector<GateResult> judge_rest(const exercise::Exercise& exercise, const Evidence& evidence,
                                   std::vector<GateResult> gates) {
  for (GateResult& gate : judge_gpu(evidence)) gates.push_back(std::move(gate));
  for (const exercise::Gate& gate : exercise.gates) {
    if (gate.expression) gates.push_back(judge_counted(exercise, gate, evidence));
    if (gate.is_timed()) gates.push_back(judge_time(exercise, gate, evidence));
    if (gate.prediction) gates.push_back(judge_prediction(gate, evidence));
    if (gate.metric == exercise::kHostCodeMetric) gates.push_back(judge_host_code(gate, evidence));
    if (!gate.profile.empty()) gates.back().profile = gate.profile;
  }
  for (GateResult& gate : gates)
    if (gate.points > 0 && gate.status == Status::pass && earned_by(gate, gates) == 0)
      add_sentence(gate.says, why_nothing_is_earned(gate, gates));
  return gates;
}

std::vector<GateResult> judge(const exercise::Exercise& exercise, const Evidence& evidence) {
  return judge_rest(exercise, evidence, judge_built_ins(exercise, evidence));
}

}  // namespace warplab::verdict
