#include "verdict/judge/metric_gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "verdict/judge/excess_cause.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::verdict {
namespace {

using exercise::Measured;
using sim::Counter;
using sim::Counters;

Measured without(const Measured& total, const Measured& part) {
  Measured rest = total;
  for (size_t i = 0; i < sim::kCounterCount; ++i)
    rest.counters.values[i] -= std::min(rest.counters.values[i], part.counters.values[i]);
  for (const auto& [buffer, counters] : part.buffers)
    for (size_t i = 0; i < sim::kBufferCounterCount; ++i) {
      uint64_t& value = rest.buffers[buffer].values[i];
      value -= std::min(value, counters.values[i]);
    }
  return rest;
}

bool uses(const exercise::MetricExpression& metric, Counter counter) {
  for (const Counter used : metric.counters())
    if (used == counter) return true;
  return false;
}

// A kind of global access whose traffic is counted in bytes and sectors.
struct GlobalAccess {
  GateSays verb;
  Counter requests, sectors, bytes;
};
constexpr std::array kGlobalAccesses = {
    GlobalAccess{GateSays::loads, Counter::global_load_requests, Counter::global_load_sectors,
                 Counter::global_load_bytes},
    GlobalAccess{GateSays::stores, Counter::global_store_requests, Counter::global_store_sectors,
                 Counter::global_store_bytes},
};

// "reads of global memory" for any counter of them, "instructions" and the like for others.
Saying kind_of(Counter counter) {
  const std::string_view name = sim::name_of(counter);
  for (const std::string_view space : {"global", "shared", "local"})
    for (const auto& [access, says] : {std::pair(".load.", GateSays::reads_of_memory),
                                       std::pair(".store.", GateSays::writes_to_memory),
                                       std::pair(".atomic.", GateSays::atomics_on_memory)})
      if (name.starts_with(std::string(space) + access)) return say(says, space);
  return as_it_is(std::string(name));
}

struct SharedAccess {
  GateSays what;
  Counter requests, wavefronts, conflicts;
};
constexpr std::array kSharedAccesses = {
    SharedAccess{GateSays::reads_of_memory, Counter::shared_load_requests,
                 Counter::shared_load_wavefronts, Counter::shared_load_bank_conflicts},
    SharedAccess{GateSays::writes_to_memory, Counter::shared_store_requests,
                 Counter::shared_store_wavefronts, Counter::shared_store_bank_conflicts},
    SharedAccess{GateSays::atomics_on_memory, Counter::shared_atomic_requests,
                 Counter::shared_atomic_wavefronts, Counter::shared_atomic_bank_conflicts},
};

Figures figures_of(const GateResult& result) {
  if (!result.value) return {};
  return verdict::figures_of(*result.value, result.limit, result.limit_is_minimum);
}

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit_text(number, unit);
}

// A part of a whole in per cent; one that is less than the whole is never written as 100.
std::string percent_text(double part, double whole) {
  const double percent = 100 * part / whole;
  return number_text(percent, digits_apart(percent, 100));
}

// "Line 12 stores 128 bytes and moves 1024: 12.5 % of it is useful." Only where bytes are wasted.
Saying wasted_bytes_sentence(const exercise::MetricExpression& metric, int line,
                             const Counters& counters) {
  for (const GlobalAccess& access : kGlobalAccesses) {
    if (!uses(metric, access.sectors) || counters[access.requests] == 0) continue;
    const auto requests = static_cast<double>(counters[access.requests]);
    const double asked = static_cast<double>(counters[access.bytes]) / requests;
    const double moved =
        static_cast<double>(counters[access.sectors]) * data::kSectorBytes / requests;
    if (asked <= 0 || asked >= moved) continue;  // broadcasts ask for more than is moved
    return say(GateSays::line_wastes_bytes, line, access.verb,
               number_text(asked, digits_apart(asked, moved)),
               number_text(moved, digits_apart(asked, moved)), percent_text(asked, moved));
  }
  return {};
}

// "Line 20: each of its reads of shared memory takes 32 passes instead of 1, for bank conflicts."
Saying bank_conflict_sentence(const exercise::MetricExpression& metric, int line,
                              const Counters& counters) {
  for (const SharedAccess& access : kSharedAccesses) {
    const bool is_about = uses(metric, access.conflicts) || uses(metric, access.wavefronts);
    if (!is_about || counters[access.conflicts] == 0 || counters[access.requests] == 0) continue;
    const auto requests = static_cast<double>(counters[access.requests]);
    const double passes = static_cast<double>(counters[access.wavefronts]) / requests;
    const double ideal =
        static_cast<double>(counters[access.wavefronts] - counters[access.conflicts]) / requests;
    return say(GateSays::line_has_conflicts, line, say(access.what, "shared"), number_text(passes),
               number_text(ideal));
  }
  return {};
}

Saying generic_sentence(const exercise::Gate& gate, const GateResult& result) {
  const Figures figures = figures_of(result);
  Saying sentence =
      say(result.limit_is_minimum ? GateSays::must_be_at_least : GateSays::may_be_at_most,
          gate.metric, with_unit(figures.value, gate.unit), figures.limit);
  if (result.line > 0) sentence += say(GateSays::line_contributes_most, result.line);
  sentence += say(GateSays::full_stop);
  return sentence;
}

// The counters a gate is about: of all launches, or of the repetitions of one of them.
struct Scope {
  Measured total;
  LineShares lines;
  uint32_t lanes = 0;  // of the fullest warp
};

void add_lines(const VariantCounters& run, size_t i, LineShares& shares) {
  for (const auto& [line, counters] : run.launches[i].lines) shares[line].counters += counters;
  const std::vector<sim::BufferTraffic>& traffic = run.launches[i].traffic.buffers;
  for (size_t b = 0; b < traffic.size() && b < run.buffer_names.size(); ++b)
    for (const auto& [line, counters] : traffic[b].lines)
      shares[line].buffers[run.buffer_names[b]] += counters;
}

Scope scope_of(const exercise::Gate& gate, const VariantCounters& run) {
  Scope scope;
  scope.total.values = run.values;
  if (std::ranges::all_of(run.launches,
                          [](const CountedLaunch& l) { return l.reference.has_value(); }))
    scope.total.reference.emplace();
  for (size_t i = 0; i < run.launches.size(); ++i) {
    const CountedLaunch& launch = run.launches[i];
    if (gate.launch >= 0 && launch.spec != static_cast<size_t>(gate.launch)) continue;
    if (!gate.kernel.empty() && launch.kernel != gate.kernel) continue;
    scope.total.counters += launch.total;
    scope.lanes = std::max(scope.lanes, launch.lanes);
    if (scope.total.reference) *scope.total.reference += *launch.reference;
    const std::vector<sim::BufferTraffic>& traffic = launch.traffic.buffers;
    for (size_t b = 0; b < traffic.size() && b < run.buffer_names.size(); ++b)
      scope.total.buffers[run.buffer_names[b]] += traffic[b].total;
    add_lines(run, i, scope.lines);
  }
  return scope;
}

// Of several launches those lines whose launch goes furthest beyond what the reference needs for
// it: a launch that does what it should may well do most, and is not to blame for that.
LineShares lines_to_blame(const exercise::Gate& gate, const VariantCounters& run,
                          const Scope& scope) {
  const exercise::MetricExpression& metric = *gate.expression;
  const bool can_compare = gate.launch < 0 && !gate.has_min() && metric.buffer_counters().empty() &&
                           run.launches.size() > 1 && scope.total.reference;
  std::map<size_t, double> excess;  // by the launch's number in the exercise
  for (size_t i = 0; can_compare && i < run.launches.size(); ++i) {
    Measured own, reference;
    own.values = reference.values = run.values;
    own.counters = run.launches[i].total;
    reference.counters = *run.launches[i].reference;
    const std::optional<double> mine = metric.evaluate(own), theirs = metric.evaluate(reference);
    if (!mine || !theirs) return scope.lines;
    excess[run.launches[i].spec] += *mine - *theirs;
  }
  const auto most =
      std::max_element(excess.begin(), excess.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == excess.end() || most->second <= 0) return scope.lines;
  LineShares lines;
  for (size_t i = 0; i < run.launches.size(); ++i)
    if (run.launches[i].spec == most->first) add_lines(run, i, lines);
  return lines;
}

std::optional<double> amount(const std::optional<double>& number,
                             const std::optional<exercise::MetricExpression>& expression,
                             const Measured& measured) {
  return expression ? expression->evaluate(measured) : number;
}

// "Not checked: the kernel has no reads of global memory to look at.", where the metric divides by
// what did not happen.
Saying never_happened(const exercise::MetricExpression& metric, const Measured& total) {
  for (const Counter counter : metric.counters())
    if (total.counters[counter] == 0)
      return not_checked(say(GateSays::nothing_to_look_at, kind_of(counter)));
  return not_checked(say(GateSays::metric_not_computed, metric.text()));
}

// Why there is more in the line to blame than there may be; without a sentence where that is not
// known.
ExcessCause why_too_much(const exercise::Gate& gate, const GateResult& result, const Scope& scope) {
  if (result.limit_is_minimum || result.line <= 0) return {};
  const Spoilers spoilers(*gate.expression, scope.total, false);
  return excess_cause(spoilers, scope.total, scope.lines.at(result.line), scope.lanes, result.line);
}

// What the busiest warp or block does is told by no line. Where there is one that does too much it
// makes most of all instructions.
int line_with_most_instructions(const LineShares& lines) {
  int most = 0;
  uint64_t instructions = 0;
  for (const auto& [line, share] : lines) {
    const uint64_t own = share.counters[Counter::warp_instructions];
    if (line <= 0 || own <= instructions) continue;
    most = line;
    instructions = own;
  }
  return most;
}

bool is_about_shares(const exercise::Gate& gate) {
  return uses(*gate.expression, Counter::busiest_warp) ||
         uses(*gate.expression, Counter::busiest_block);
}

// Behind a sentence about shares: blocks that draw their work from a counter share it on a GPU as
// far as they run at the same time, and in the order of the simulator the first draws nearly all.
Saying who_draws(const exercise::Gate& gate, const VariantCounters& run) {
  if (!is_about_shares(gate) || run.order_line <= 0) return {};
  return say(GateSays::first_may_draw_all, run.order_line);
}

bool is_about_global_memory(const exercise::MetricExpression& metric) {
  return !metric.buffer_counters().empty() ||
         std::ranges::any_of(metric.counters(), [](Counter counter) {
           return sim::name_of(counter).starts_with("global.");
         });
}

// A line whose threads do the same work several times, and without which the value is within the
// limit: another line may do more, and what it should.
int troubled_line_to_blame(const exercise::Gate& gate, const Scope& scope,
                           const TroubledLines& troubled) {
  const std::optional<double> max = amount(gate.max, gate.max_amount, scope.total);
  if (!max || !is_about_global_memory(*gate.expression)) return 0;
  for (const int line : troubled.repeated) {
    const auto share = scope.lines.find(line);
    if (share == scope.lines.end()) continue;
    const std::optional<double> rest =
        gate.expression->evaluate(without(scope.total, share->second));
    if (rest && *rest <= *max) return line;
  }
  return 0;
}

// The line to look at. Where the author's sentence says why there is too much, it must be one that
// does too much, which need not be the one that does most.
int line_to_blame(const exercise::Gate& gate, const VariantCounters& run, const Scope& scope,
                  bool too_small, const TroubledLines& troubled) {
  if (const int line = too_small ? 0 : troubled_line_to_blame(gate, scope, troubled); line > 0)
    return line;
  const LineShares lines = lines_to_blame(gate, run, scope);
  if (is_about_shares(gate)) return line_with_most_instructions(lines);
  if (!too_small && gate.message.find("{why}") != std::string::npos) {
    const Spoilers spoilers(*gate.expression, scope.total, false);
    if (const int line = line_in_excess(*gate.expression, spoilers, scope.total, lines); line > 0)
      return line;
  }
  return worst_line(*gate.expression, scope.total, lines, too_small);
}

// Registers that did not suffice are in no line of the file.
Saying spill_sentence(const exercise::Gate& gate, const GateResult& result,
                      const Counters& counters) {
  if (result.line > 0 || !uses(*gate.expression, Counter::spilled_sectors) ||
      counters[Counter::spilled_sectors] == 0)
    return {};
  return say(GateSays::registers_spill, counters[Counter::spilled_sectors]);
}

// Where the line to blame accesses too much because of a fault that is told elsewhere: the same
// words for each gate, so that they can be told once. Empty where that is not so, or where the line
// has a fault of its own kind beside it.
Saying consequence_sentence(const exercise::Gate& gate, const GateResult& result,
                            const ExcessCause& cause, const TroubledLines& troubled) {
  if (result.limit_is_minimum || !is_about_global_memory(*gate.expression)) return {};
  const bool tells_why = gate.message.find("{why}") != std::string::npos;
  if (tells_why && !cause.sentence.empty() && !cause.too_many) return {};
  if (troubled.refused.contains(result.line))
    return say(GateSays::line_accesses_outside, result.line);
  if (troubled.repeated.contains(result.line))
    return say(troubled.repeated_in_matrix.contains(result.line)
                   ? GateSays::line_repeats_writes_in_matrix
                   : GateSays::line_repeats_writes,
               result.line);
  return {};
}

// Behind a count of instructions of which one stands for many: a student who counts them finds
// fewer. Only where such ones make half of what the line has.
Saying weight_sentence(const exercise::Gate& gate, const GateResult& result, const Scope& scope) {
  if (!uses(*gate.expression, Counter::weighted_instructions) || result.limit_is_minimum ||
      result.line <= 0)
    return {};
  const Counters& counters = scope.lines.at(result.line).counters;
  const uint64_t made = counters[Counter::warp_instructions];
  const uint64_t counted = counters[Counter::weighted_instructions];
  if (counted < 2 * made) return {};
  return say(GateSays::some_count_as_many, result.line, data::Count{made}, data::Count{counted});
}

// Too little of something in a run whose answer is wrong: advice on how to have more of it would be
// about another kernel than the one that is right.
Saying too_little_and_wrong(const VariantCounters& run) {
  return say(GateSays::wrong_answer_says_little, run.where);
}

// The author's own sentence, if there is one that can be told here.
void tell_failure(const exercise::Gate& gate, const Scope& scope, const ExcessCause& cause,
                  GateResult& result) {
  result.says = spill_sentence(gate, result, scope.total.counters);
  if (!result.says.empty()) return;
  result.authors = instructors_sentence(gate, result, cause.sentence);
  if (!result.authors.empty()) return;
  if (!result.limit_is_minimum && result.line > 0) {
    const Counters& counters = scope.lines.at(result.line).counters;
    result.says = wasted_bytes_sentence(*gate.expression, result.line, counters);
    if (result.says.empty())
      result.says = bank_conflict_sentence(*gate.expression, result.line, counters);
    if (!result.says.empty()) return;
  }
  result.says = generic_sentence(gate, result);
}

// Whether launches that were not made belong to what the gate counts.
bool is_about_left_out(const exercise::Gate& gate, const VariantCounters& run) {
  return !run.left_out.empty() &&
         (gate.launch < 0 ||
          std::ranges::find(run.left_out, static_cast<size_t>(gate.launch)) != run.left_out.end());
}

}  // namespace

std::string launch_name(const exercise::Exercise& exercise, const exercise::Gate& gate) {
  return gate.launch < 0 ? "" : exercise.launches.at(static_cast<size_t>(gate.launch)).name;
}

Saying instructors_sentence(const exercise::Gate& gate, const GateResult& result,
                            const Saying& why) {
  std::string text = gate.message;
  if (why.empty())  // a sentence of its own, which may be missing
    for (const std::string_view key : {" {why}", "{why}"})
      if (const size_t at = text.find(key); at != std::string::npos) text.erase(at, key.size());
  const auto fill_in = [&](std::string_view key, const std::string& value) {
    for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at)) {
      if (value.empty()) return false;
      text.replace(at, key.size(), value);
      at += value.size();
    }
    return true;
  };
  const Figures figures = figures_of(result);
  const bool complete = fill_in("{value}", figures.value) &&
                        fill_in("{ideal}", result.ideal ? amount_text(*result.ideal) : "") &&
                        fill_in("{limit}", figures.limit) &&
                        fill_in("{line}", result.line > 0 ? std::to_string(result.line) : "");
  if (!complete) return {};
  Saying sentence;
  constexpr std::string_view kWhy = "{why}";
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t at = rest.find(kWhy);
    if (at != 0) sentence += as_it_is(std::string(rest.substr(0, at)));
    if (at == std::string_view::npos) break;
    sentence += why;
    rest.remove_prefix(at + kWhy.size());
  }
  return sentence;
}

int worst_line(const exercise::MetricExpression& metric, const Measured& total,
               const LineShares& lines, bool limit_is_minimum) {
  const Spoilers spoilers(metric, total, limit_is_minimum);
  int worst = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [line, share] : lines) {
    if (line <= 0) continue;  // code that the compiler made up belongs to no line
    if (!spoilers.any_in(share)) continue;
    // Without its only contributor a ratio has no value: nothing would be left to complain about.
    const std::optional<double> rest = metric.evaluate(without(total, share));
    const double left =
        rest ? badness(*rest, limit_is_minimum) : -std::numeric_limits<double>::infinity();
    if (worst != 0 && left >= least) continue;
    worst = line;
    least = left;
  }
  return worst;
}

GateResult begin_result(const exercise::Gate& gate) {
  GateResult result;
  result.name = gate.name;
  result.metric = gate.metric;
  result.points = gate.points;
  result.needs = gate.needs;
  return result;
}

GateResult judge_metric(const exercise::Gate& gate, const VariantCounters& run,
                        const TroubledLines& troubled) {
  assert(gate.expression);
  GateResult result = begin_result(gate);
  result.variant = run.variant;
  result.unit = gate.unit;
  if (!gate.kernel.empty() &&
      std::ranges::find(run.launches, gate.kernel, &CountedLaunch::kernel) == run.launches.end()) {
    result.status = Status::fail;
    result.says = say(GateSays::kernel_not_launched, gate.kernel);
    return result;
  }

  const Scope scope = scope_of(gate, run);
  std::optional<double> min = amount(gate.min, gate.min_amount, scope.total);
  std::optional<double> max = amount(gate.max, gate.max_amount, scope.total);
  if (run.ragged) {
    if (min) *min /= kRaggedRoom;
    if (max) *max *= kRaggedRoom;
  }
  result.ideal = amount(gate.ideal, gate.ideal_amount, scope.total);
  result.limit = max ? max : min;
  result.limit_is_minimum = !max && min;
  if ((gate.has_min() && !min) || (gate.has_max() && !max)) {
    result.says = not_checked(say(GateSays::limit_not_computed, gate.max_amount && !max
                                                                    ? gate.max_amount->text()
                                                                    : gate.min_amount->text()));
    return result;
  }
  result.value = gate.expression->evaluate(scope.total);
  if (!result.value) {
    result.says = never_happened(*gate.expression, scope.total);
    return result;
  }
  if (gate.reported) return result;
  const bool too_small = min && *result.value < *min;
  const bool too_large = max && *result.value > *max;
  if (too_small || too_large) {  // it stands, whatever the answer is
    result.limit = too_small ? min : max;
    result.limit_is_minimum = too_small;
    result.status = Status::fail;
    result.line = line_to_blame(gate, run, scope, too_small, troubled);
    const ExcessCause cause = why_too_much(gate, result, scope);
    result.says = too_small && !run.correct ? too_little_and_wrong(run)
                                            : consequence_sentence(gate, result, cause, troubled);
    result.is_consequence = !result.says.empty();
    if (!result.is_consequence) {
      tell_failure(gate, scope, cause, result);
      add_sentence(result.says, who_draws(gate, run));
      add_sentence(result.says, weight_sentence(gate, result, scope));
    }
  } else if (!run.correct || is_about_left_out(gate, run)) {
    result.says = not_checked(say(GateSays::counters_prove_nothing, run.where));
  } else {
    result.status = Status::pass;
    const Figures figures = figures_of(result);
    const std::string value = with_unit(figures.value, gate.unit);
    result.says = !result.limit ? say(GateSays::value_alone, value)
                                : say(result.limit_is_minimum ? GateSays::value_at_least
                                                              : GateSays::value_at_most,
                                      value, figures.limit);
  }
  return result;
}

}  // namespace warplab::verdict
