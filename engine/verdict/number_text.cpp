#include "verdict/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplab::verdict {
namespace {

// Limits of counts are computed from sizes and may have a fraction, which no count reaches. From
// here on it is left out; smaller numbers may be ratios that happen to be whole.
constexpr double kWholeLimit = 1000;

}  // namespace

std::string count_text(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ' ');
  return digits;
}

std::string amount_text(double value, int digits) {
  std::string text = number_text(value, digits);
  const size_t first = text.starts_with('-') ? 1 : 0;
  const size_t whole = std::min(text.find_first_not_of("0123456789", first), text.size());
  if (whole < text.size() && text[whole] != '.') return text;  // "1.5e+20", "nan"
  for (size_t at = whole; at > first + 3; at -= 3) text.insert(at - 3, 1, ' ');
  return text;
}

Figures figures_of(double value, std::optional<double> limit, bool limit_is_minimum) {
  if (!limit) return {amount_text(value), ""};
  if (value == std::floor(value) && std::abs(*limit) >= kWholeLimit)
    limit = limit_is_minimum ? std::ceil(*limit) : std::floor(*limit);
  const int digits = digits_apart(value, *limit);
  return {amount_text(value, digits), amount_text(*limit, digits)};
}

std::string microseconds_text(double microseconds) {
  if (microseconds >= 10'000) return fmt::format("{:.1f} ms", microseconds / 1000);
  return fmt::format("{:.{}f} us", microseconds,
                     microseconds < 10     ? 2
                     : microseconds < 1000 ? 1
                                           : 0);
}

}  // namespace warplab::verdict
