#pragma once
// What makes a metric too large, and what to do about it: accesses that are scattered, accesses
// that are made more than once, and lanes that do not take part need different advice.
#include <map>
#include <string>
#include <vector>

#include "data/gate_says.hpp"
#include "exercise/metric.hpp"

namespace warplab::verdict {

using LineShares = std::map<int, exercise::Measured>;  // counters by line, without sizes

// The counters that make a metric worse when there is more of them: of loads / stores with a
// maximum the loads. A line that has none of them is not to blame.
class Spoilers {
 public:
  Spoilers(const exercise::MetricExpression& metric, const exercise::Measured& total,
           bool limit_is_minimum);
  bool any_in(const exercise::Measured& part) const;
  const std::vector<data::Counter>& counters() const { return counters_; }
  const std::vector<exercise::CounterOfBuffer>& of_buffers() const { return of_buffers_; }
  // Buffers whose accesses the metric takes away from those of all memory.
  const std::vector<exercise::CounterOfBuffer>& taken_away() const { return taken_away_; }

 private:
  std::vector<data::Counter> counters_;
  std::vector<exercise::CounterOfBuffer> of_buffers_;
  std::vector<exercise::CounterOfBuffer> taken_away_;
};

// How far `value` is on the wrong side of a limit: the smaller, the better.
inline double badness(double value, bool limit_is_minimum) {
  return limit_is_minimum ? -value : value;
}

// The line whose sectors or requests are furthest beyond the least that could do what it does: the
// bytes that it asks for, in whole sectors and by 32 lanes at a time, as far as no other access has
// asked for them. A line that does most may do just what is needed. 0 where none is beyond that, or
// where the spoilers are about anything else.
int line_in_excess(const exercise::MetricExpression& metric, const Spoilers& spoilers,
                   const exercise::Measured& total, const LineShares& lines);

// Why a line moves or accesses so much global memory.
struct ExcessCause {
  // One or two sentences, with what to do about it; empty where the spoilers are about anything
  // else.
  data::Saying sentence;
  // Each access is as it should be, and there are too many of them.
  bool too_many = false;
};

// Of line `line`, whose counters are `share`. `lanes`: of a warp; fewer than 32 where blocks are
// smaller.
ExcessCause excess_cause(const Spoilers& spoilers, const exercise::Measured& total,
                         const exercise::Measured& share, uint32_t lanes, int line);

}  // namespace warplab::verdict
