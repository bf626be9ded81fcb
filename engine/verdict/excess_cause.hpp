#pragma once
// What makes a metric too large, and what to do about it: accesses that are scattered, accesses
// that are made more than once, and lanes that do not take part need different advice.
#include <string>
#include <vector>

#include "exercise/metric.hpp"

namespace warplab::verdict {

// The counters that make a metric worse when there is more of them: of loads / stores with a
// maximum the loads. A line that has none of them is not to blame.
class Spoilers {
 public:
  Spoilers(const exercise::MetricExpression& metric, const exercise::Measured& total,
           bool limit_is_minimum);
  bool any_in(const exercise::Measured& part) const;
  const std::vector<data::Counter>& counters() const { return counters_; }
  const std::vector<exercise::CounterOfBuffer>& of_buffers() const { return of_buffers_; }

 private:
  std::vector<data::Counter> counters_;
  std::vector<exercise::CounterOfBuffer> of_buffers_;
};

// One or two sentences on why line `line`, whose counters are `share`, moves or accesses so much
// global memory, with what to do about it; empty where the spoilers are about anything else.
std::string excess_cause(const Spoilers& spoilers, const exercise::Measured& share, int line);

}  // namespace warplab::verdict
