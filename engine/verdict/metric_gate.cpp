#include "verdict/metric_gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "data/number_text.hpp"
#include "verdict/excess_cause.hpp"
#include "verdict/number_text.hpp"

namespace warplab::verdict {
namespace {

using exercise::Measured;
using sim::Counter;
using sim::Counters;

// How far `value` is on the wrong side: the smaller, the better.
double badness(double value, bool limit_is_minimum) { return limit_is_minimum ? -value : value; }

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
  std::string_view verb;
  Counter requests, sectors, bytes;
};
constexpr std::array kGlobalAccesses = {
    GlobalAccess{"loads", Counter::global_load_requests, Counter::global_load_sectors,
                 Counter::global_load_bytes},
    GlobalAccess{"stores", Counter::global_store_requests, Counter::global_store_sectors,
                 Counter::global_store_bytes},
};

// "loads of global memory" for any counter of them, "instructions" and the like for others.
std::string kind_of(Counter counter) {
  const std::string_view name = sim::name_of(counter);
  for (const auto& [space, spoken] : {std::pair("global.", "global"),
                                      std::pair("shared.", "shared"), std::pair("local.", "local")})
    for (const auto& [access, verb] :
         {std::pair("load.", "reads of"), std::pair("store.", "writes to"),
          std::pair("atomic.", "atomics on")})
      if (name.starts_with(std::string(space) + access))
        return fmt::format("{} {} memory", verb, spoken);
  return std::string(name);
}

struct SharedAccess {
  std::string_view what;
  Counter requests, wavefronts, conflicts;
};
constexpr std::array kSharedAccesses = {
    SharedAccess{"reads of shared memory", Counter::shared_load_requests,
                 Counter::shared_load_wavefronts, Counter::shared_load_bank_conflicts},
    SharedAccess{"writes to shared memory", Counter::shared_store_requests,
                 Counter::shared_store_wavefronts, Counter::shared_store_bank_conflicts},
    SharedAccess{"atomics on shared memory", Counter::shared_atomic_requests,
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
std::string wasted_bytes_sentence(const exercise::MetricExpression& metric, int line,
                                  const Counters& counters) {
  for (const GlobalAccess& access : kGlobalAccesses) {
    if (!uses(metric, access.sectors) || counters[access.requests] == 0) continue;
    const auto requests = static_cast<double>(counters[access.requests]);
    const double asked = static_cast<double>(counters[access.bytes]) / requests;
    const double moved =
        static_cast<double>(counters[access.sectors]) * data::kSectorBytes / requests;
    if (asked <= 0 || asked >= moved) continue;  // broadcasts ask for more than is moved
    return fmt::format("Line {} {} {} bytes and moves {}: {} % of it is useful.", line, access.verb,
                       number_text(asked, digits_apart(asked, moved)),
                       number_text(moved, digits_apart(asked, moved)), percent_text(asked, moved));
  }
  return {};
}

// "Line 20: each of its reads of shared memory takes 32 passes instead of 1, for bank conflicts."
std::string bank_conflict_sentence(const exercise::MetricExpression& metric, int line,
                                   const Counters& counters) {
  for (const SharedAccess& access : kSharedAccesses) {
    const bool is_about = uses(metric, access.conflicts) || uses(metric, access.wavefronts);
    if (!is_about || counters[access.conflicts] == 0 || counters[access.requests] == 0) continue;
    const auto requests = static_cast<double>(counters[access.requests]);
    const double passes = static_cast<double>(counters[access.wavefronts]) / requests;
    const double ideal =
        static_cast<double>(counters[access.wavefronts] - counters[access.conflicts]) / requests;
    return fmt::format(
        "Line {}: its {} take {} passes each instead of {}, because of bank conflicts.", line,
        access.what, number_text(passes), number_text(ideal));
  }
  return {};
}

std::string generic_sentence(const exercise::Gate& gate, const GateResult& result) {
  const Figures figures = figures_of(result);
  std::string sentence =
      fmt::format("{} is {} and {} {}", gate.metric, with_unit(figures.value, gate.unit),
                  result.limit_is_minimum ? "must be at least" : "may be at most", figures.limit);
  if (result.line > 0) sentence += fmt::format("; line {} contributes most", result.line);
  return sentence + ".";
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
  if (run.reference.size() == run.launches.size()) scope.total.reference.emplace();
  for (size_t i = 0; i < run.launches.size(); ++i) {
    if (gate.launch >= 0 && run.launch_of.at(i).spec != static_cast<size_t>(gate.launch)) continue;
    scope.total.counters += run.launches[i].total;
    scope.lanes = std::max(scope.lanes, run.launch_of.at(i).lanes);
    if (scope.total.reference) *scope.total.reference += run.reference[i];
    const std::vector<sim::BufferTraffic>& traffic = run.launches[i].traffic.buffers;
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
    reference.counters = run.reference[i];
    const std::optional<double> mine = metric.evaluate(own), theirs = metric.evaluate(reference);
    if (!mine || !theirs) return scope.lines;
    excess[run.launch_of.at(i).spec] += *mine - *theirs;
  }
  const auto most =
      std::max_element(excess.begin(), excess.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == excess.end() || most->second <= 0) return scope.lines;
  LineShares lines;
  for (size_t i = 0; i < run.launches.size(); ++i)
    if (run.launch_of[i].spec == most->first) add_lines(run, i, lines);
  return lines;
}

std::optional<double> amount(const std::optional<double>& number,
                             const std::optional<exercise::MetricExpression>& expression,
                             const Measured& measured) {
  return expression ? expression->evaluate(measured) : number;
}

// "Not checked: the kernel has no reads of global memory to look at.", where the metric divides by
// what did not happen.
std::string never_happened_sentence(const exercise::MetricExpression& metric,
                                    const Measured& total) {
  for (const Counter counter : metric.counters())
    if (total.counters[counter] == 0)
      return fmt::format("Not checked: the kernel has no {} to look at.", kind_of(counter));
  return fmt::format("Not checked: {} cannot be computed for this kernel.", metric.text());
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
std::string who_draws(const exercise::Gate& gate, const VariantCounters& run) {
  if (!is_about_shares(gate) || run.order_line <= 0) return {};
  return fmt::format(
      " What line {} gives a thread depends on which thread comes first: if threads take their "
      "work from there, the first may take nearly all of it. Let blockIdx and threadIdx decide "
      "which thread does what.",
      run.order_line);
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
std::string spill_sentence(const exercise::Gate& gate, const GateResult& result,
                           const Counters& counters) {
  if (result.line > 0 || !uses(*gate.expression, Counter::spilled_sectors) ||
      counters[Counter::spilled_sectors] == 0)
    return {};
  return fmt::format(
      "The registers of a thread do not suffice, so the compiler keeps some of its values in local "
      "memory, which lies in global memory: that is {} sectors of 32 bytes, if each warp stores "
      "and "
      "loads them once. Let fewer values be needed at a time: shorter arrays, loops that are "
      "unrolled "
      "less, or blocks for which more registers are left.",
      counters[Counter::spilled_sectors]);
}

// Where the line to blame accesses too much because of a fault that is told elsewhere: the same
// words for each gate, so that they can be told once. Empty where that is not so, or where the line
// has a fault of its own kind beside it.
std::string consequence_sentence(const exercise::Gate& gate, const GateResult& result,
                                 const ExcessCause& cause, const TroubledLines& troubled) {
  if (result.limit_is_minimum || !is_about_global_memory(*gate.expression)) return {};
  const bool tells_why = gate.message.find("{why}") != std::string::npos;
  if (tells_why && !cause.sentence.empty() && !cause.too_many) return {};
  if (troubled.refused.contains(result.line))
    return fmt::format(
        "Line {} does most of what is counted here, and it accesses what it must not (see \"in "
        "bounds\"). Fix that first: such accesses are counted, too.",
        result.line);
  if (troubled.repeated.contains(result.line))
    return fmt::format(
        "Line {} does most of what is counted here, and several threads write the same element "
        "there, all of them the same value. Give each element to one thread{}",
        result.line,
        troubled.repeated_in_matrix.contains(result.line)
            ? ": in a matrix, a thread beyond the last column reaches the next row if only the end "
              "of the whole matrix is checked."
            : ".");
  return {};
}

// Behind a count of instructions of which one stands for many: a student who counts them finds
// fewer. Only where such ones make half of what the line has.
std::string weight_sentence(const exercise::Gate& gate, const GateResult& result,
                            const Scope& scope) {
  if (!uses(*gate.expression, Counter::weighted_instructions) || result.limit_is_minimum ||
      result.line <= 0)
    return {};
  const Counters& counters = scope.lines.at(result.line).counters;
  const uint64_t made = counters[Counter::warp_instructions];
  const uint64_t counted = counters[Counter::weighted_instructions];
  if (counted < 2 * made) return {};
  return fmt::format(
      " Line {} has {} of them, counted as {}: some take as long as many simple ones "
      "(fences beyond the block, sleeps, malloc(), prefetches, divisions of whole numbers).",
      result.line, data::count_text(made), data::count_text(counted));
}

// Too little of something in a run whose answer is wrong: advice on how to have more of it would be
// about another kernel than the one that is right.
std::string too_little_and_wrong(const VariantCounters& run) {
  return fmt::format(
      "The answer is wrong at {}, so this number says little: it must reach its limit once the "
      "answer is right. Fix the answer first.",
      run.where);
}

std::string failure_sentence(const exercise::Gate& gate, const GateResult& result,
                             const Scope& scope, const ExcessCause& cause) {
  if (std::string text = spill_sentence(gate, result, scope.total.counters); !text.empty())
    return text;
  if (std::string text = instructors_sentence(gate, result, cause.sentence); !text.empty())
    return text;
  if (!result.limit_is_minimum && result.line > 0) {
    const Counters& counters = scope.lines.at(result.line).counters;
    std::string text = wasted_bytes_sentence(*gate.expression, result.line, counters);
    if (text.empty()) text = bank_conflict_sentence(*gate.expression, result.line, counters);
    if (!text.empty()) return text;
  }
  return generic_sentence(gate, result);
}

}  // namespace

std::string launch_name(const exercise::Exercise& exercise, const exercise::Gate& gate) {
  return gate.launch < 0 ? "" : exercise.launches.at(static_cast<size_t>(gate.launch)).name;
}

std::string instructors_sentence(const exercise::Gate& gate, const GateResult& result,
                                 const std::string& why) {
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
                        fill_in("{line}", result.line > 0 ? std::to_string(result.line) : "") &&
                        fill_in("{why}", why);
  return complete ? text : std::string();
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
    result.message =
        fmt::format("Not checked: its limit, {}, cannot be computed for this kernel.",
                    gate.max_amount && !max ? gate.max_amount->text() : gate.min_amount->text());
    return result;
  }
  result.value = gate.expression->evaluate(scope.total);
  if (!result.value) {
    result.message = never_happened_sentence(*gate.expression, scope.total);
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
    result.message = too_small && !run.correct
                         ? too_little_and_wrong(run)
                         : consequence_sentence(gate, result, cause, troubled);
    result.is_consequence = !result.message.empty();
    if (!result.is_consequence)
      result.message = failure_sentence(gate, result, scope, cause) + who_draws(gate, run) +
                       weight_sentence(gate, result, scope);
  } else if (!run.correct) {
    result.message = fmt::format(
        "Not checked: the answer is wrong at {}, so the counters of that run prove nothing.",
        run.where);
  } else {
    result.status = Status::pass;
    const Figures figures = figures_of(result);
    result.message = with_unit(figures.value, gate.unit);
    if (result.limit)
      result.message +=
          fmt::format(", {} {}", result.limit_is_minimum ? "at least" : "at most", figures.limit);
    result.message += ".";
  }
  return result;
}

}  // namespace warplab::verdict
