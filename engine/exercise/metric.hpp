#pragma once
// What a gate measures: arithmetic over the simulator's counters, such as
// "global.load.sectors / global.load.requests".
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "sim/counters.hpp"

namespace warplab::exercise {

struct Syntax;

// + - * / , parentheses, decimal numbers and counters by the names of sim/counters.hpp.
class MetricExpression {
 public:
  // The error names the word that is no counter, and the nearest counter there is.
  static Result<MetricExpression> parse(std::string_view text);
  // No value where it would divide by zero: a ratio of what never happened has not been measured.
  std::optional<double> evaluate(const sim::Counters& counters) const;
  const std::string& text() const { return text_; }
  // The counters it uses, each once, in order of use.
  const std::vector<sim::Counter>& counters() const { return counters_; }
  std::vector<std::string> names() const;  // their names, in the same order

 private:
  std::shared_ptr<const Syntax> syntax_;
  std::vector<sim::Counter> counters_;
  std::string text_;
};

}  // namespace warplab::exercise
