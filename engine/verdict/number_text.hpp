#pragma once
// Numbers as people read them in sentences and tables.
#include <cstdint>
#include <string>

namespace warplab::verdict {

// "4", "12.5", "0.0625", "1048576", "nan": whole numbers in full, others to four significant
// digits.
std::string number_text(double value);

// "1 048 576": for counts, in sentences and tables.
std::string count_text(uint64_t count);

// "4.25 us", "263.5 us", "2141 us", "169.5 ms".
std::string microseconds_text(double microseconds);

}  // namespace warplab::verdict
