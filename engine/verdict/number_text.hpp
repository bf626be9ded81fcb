#pragma once
// Counts and times as people read them in sentences and tables; other numbers:
// data/number_text.hpp.
#include <cstdint>
#include <optional>
#include <string>

#include "data/number_text.hpp"

namespace warplab::verdict {

using data::digits_apart;
using data::number_text;

// "1 048 576": for counts, in sentences and tables.
std::string count_text(uint64_t count);

// The same with a fraction: "550 771.2"; number_text() with its thousands apart.
std::string amount_text(double value, int digits = data::kFewestDigits);

// A value beside its limit: one that misses it by a hair does not read like it. A count's limit is
// the last count that keeps it: "at most 550771.2 sectors" is 550 771 of them.
struct Figures {
  std::string value, limit;  // limit: empty where there is none
};
Figures figures_of(double value, std::optional<double> limit, bool limit_is_minimum);

// "4.25 us", "263.5 us", "2141 us", "169.5 ms".
std::string microseconds_text(double microseconds);

}  // namespace warplab::verdict
