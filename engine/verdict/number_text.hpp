#pragma once
// Counts and times as people read them in sentences and tables; other numbers:
// data/number_text.hpp.
#include <cstdint>
#include <string>

#include "data/number_text.hpp"

namespace warplab::verdict {

using data::digits_apart;
using data::number_text;

// "1 048 576": for counts, in sentences and tables.
std::string count_text(uint64_t count);

// "4.25 us", "263.5 us", "2141 us", "169.5 ms".
std::string microseconds_text(double microseconds);

}  // namespace warplab::verdict
