#pragma once
// Numbers as people read them, wherever one is shown: in sentences, tables and pictures.
#include <cstdint>
#include <string>

namespace warplab::data {

constexpr int kFewestDigits = 4;

// "4", "12.5", "0.0625", "1048576", "nan": whole numbers in full, others to `digits` significant
// digits.
std::string number_text(double value, int digits = kFewestDigits);

// "1024", "1 048 576": for counts and amounts, in sentences and tables; blanks from five digits on.
// Values of elements, sizes and names of runs are written without, as programs write them.
std::string count_text(uint64_t count);
// The same with a fraction: "550 771.2"; number_text() with its thousands apart.
std::string amount_text(double value, int digits = kFewestDigits);

// The fewest significant digits, `fewest` at least, with which number_text() writes `a` and `b` as
// different numbers; `fewest` where they are equal. A value that misses its limit by a hair must
// not read like the limit.
int digits_apart(double a, double b, int fewest = kFewestDigits);

}  // namespace warplab::data
