#pragma once
// Values beside their limits, and times, as people read them; other numbers: data/number_text.hpp.
#include <optional>
#include <string>
#include <string_view>

#include "data/number_text.hpp"

namespace warplab::verdict {

using data::amount_text;
using data::count_text;
using data::digits_apart;
using data::number_text;

// A value beside its limit: one that misses it by a hair does not read like it. A count's limit is
// the last count that keeps it: "at most 550771.2 sectors" is 550 771 of them.
struct Figures {
  std::string value, limit;  // limit: empty where there is none
};
Figures figures_of(double value, std::optional<double> limit, bool limit_is_minimum);

// The unit behind a number that is written as `number`: "sectors", and of "1" "sector"; "passes
// over shared memory", and of "1" "pass over shared memory".
std::string unit_text(std::string_view number, std::string_view unit);

// How every time of a kernel reads: "4.25 us", "263.5 us", "2141 us", "169.5 ms"; "0 us".
std::string microseconds_text(double microseconds);

}  // namespace warplab::verdict
