#pragma once
// What a gate measures, and the amounts that limit it: arithmetic over the simulator's counters,
// the sizes of the run and the extents of its buffers, such as "global.sectors" of at most "1.05 *
// (a.bytes + out.bytes) / 32".
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "data/buffer_counters.hpp"
#include "data/counters.hpp"

namespace warplab::exercise {

struct Syntax;

// The names that an exercise gives its metrics beside the counters.
struct MetricScope {
  std::vector<std::string> values;   // sizes and flags: "rows"
  std::vector<std::string> buffers;  // "a": then there are a.elements, a.bytes, a.load.sectors, ...
};

// What a metric is computed from: the run at one size, all of its launches or one.
struct Measured {
  data::Counters counters;
  // The same of the reference kernel's run; none: it was not run.
  std::optional<data::Counters> reference;
  // What went to each buffer, by its name; one that is not there got nothing.
  std::map<std::string, data::BufferCounters> buffers;
  // Sizes and flags, and "a.elements" and "a.bytes" of every buffer.
  std::map<std::string, int64_t> values;
};

// A counter of one buffer: "a.load.sectors".
struct CounterOfBuffer {
  std::string buffer;
  data::BufferCounter counter{};
  friend bool operator==(const CounterOfBuffer&, const CounterOfBuffer&) = default;
};

// + - * / , parentheses, decimal numbers, min, max, ceil_div, abs, floor, ceil, sqrt, exp, log,
// pow, and names: counters by the names of data/counters.hpp, the same of the reference's run
// ("reference.warp_instructions"), those of data/buffer_counters.hpp with a buffer in front
// ("a.load.sectors"), and those of a MetricScope. A counter's name comes before any other's;
// "a.bytes" is how long the buffer is, not its traffic.
class MetricExpression {
 public:
  // The error names the word that is not known, and the nearest one that is.
  static Result<MetricExpression> parse(std::string_view text, const MetricScope& scope = {});
  // No value where it would divide by zero (a ratio of what never happened has not been measured),
  // where it names the reference's run and there was none, or beyond the range of a double.
  std::optional<double> evaluate(const Measured& measured) const;
  std::optional<double> evaluate(const data::Counters& counters) const;
  const std::string& text() const { return text_; }
  // The student's counters it uses, each once, in order of use.
  const std::vector<data::Counter>& counters() const { return counters_; }
  const std::vector<CounterOfBuffer>& buffer_counters() const { return buffer_counters_; }
  bool measures() const { return !counters_.empty() || !buffer_counters_.empty(); }
  std::vector<std::string> names() const;  // of everything it uses, in order of use
  bool uses_reference() const;
  // True where only the sizes decide: it has a value before anything is run.
  bool is_known_before_the_run() const;

 private:
  struct Name {
    enum class Kind : uint8_t { counter, reference, buffer, value };
    Kind kind = Kind::counter;
    data::Counter counter{};
    CounterOfBuffer of_buffer{};
  };
  std::shared_ptr<const Syntax> syntax_;
  std::vector<Name> names_;  // for each of the syntax's names
  std::vector<data::Counter> counters_;
  std::vector<CounterOfBuffer> buffer_counters_;
  std::string text_;
};

}  // namespace warplab::exercise
