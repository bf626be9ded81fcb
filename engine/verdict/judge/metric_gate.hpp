#pragma once
// Gates over counters: is the value within the limits, which line is to blame, and one plain
// sentence that says so.
#include <set>

#include "exercise/exercise.hpp"
#include "verdict/judge/excess_cause.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// A result that says which gate it is of, and what that is worth; not checked yet.
GateResult begin_result(const exercise::Gate& gate);

// The launch that a gate is about; empty: all of them together.
std::string launch_name(const exercise::Exercise& exercise, const exercise::Gate& gate);

// At a size of no whole tiles (VariantCounters::ragged) a maximum is as many times as high, and a
// minimum as many times as low: lines that end anywhere take more sectors and requests, and what is
// left over may be done in a slower way. A lane or a stride where a warp should be misses limits by
// 8 to 32 times.
inline constexpr double kRaggedRoom = 3;

// Lines of which something is known that makes counters of memory larger than they were meant to
// be, and has to be mended first.
struct TroubledLines {
  std::set<int> refused;   // they access what they must not: gate in_bounds
  std::set<int> repeated;  // several threads write one element there, all of them the same value
  std::set<int> repeated_in_matrix;  // of these: of a buffer that has rows
};

// Judges one gate on the counters of one variant. The counters are of a run that ended;
// `run.correct` says whether its answer was right. A value beyond the limit fails in any case. One
// within it passes only if the answer was right: a kernel that does nothing has no bank conflicts
// either.
GateResult judge_metric(const exercise::Gate& gate, const VariantCounters& run,
                        const TroubledLines& troubled = {});

// The instructor's sentence of a gate that fails, with {value}, {ideal}, {limit} and {line} filled
// in; empty where there is none, or where it speaks of something that is not known. `why` stands
// for {why}, which is left out where it is empty.
Saying instructors_sentence(const exercise::Gate& gate, const GateResult& result,
                            const Saying& why = {});

// The line that contributes most to a metric that is too large (`limit_is_minimum` false) or too
// small: the one without whose counters the value would be best, of those that have any of what
// spoils it. 0 where no line of the student's is counted.
int worst_line(const exercise::MetricExpression& metric, const exercise::Measured& total,
               const LineShares& lines, bool limit_is_minimum);

}  // namespace warplab::verdict
