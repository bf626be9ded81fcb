#include "data/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplab::data {

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "nan";  // whose sign says nothing
  // Below 2^53 every whole number has a double of its own.
  if (std::isfinite(value) && value == std::floor(value) && std::abs(value) < 9007199254740992.0)
    return fmt::format("{:.0f}", value == 0 ? 0.0 : value);  // no "-0"
  if (std::isfinite(value) && std::abs(value) >= 1000 && std::abs(value) < 1e15) {
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return fmt::format("{:.{}f}", value, std::max(1, digits - before_point));  // not 1.235e+04
  }
  return fmt::format("{:.{}g}", value, digits);
}

int digits_apart(double a, double b, int fewest) {
  constexpr int kDigitsOfADouble = 17;  // with these every double has a text of its own
  if (a == b) return fewest;
  for (int digits = fewest; digits < kDigitsOfADouble; ++digits)
    if (number_text(a, digits) != number_text(b, digits)) return digits;
  return kDigitsOfADouble;
}

}  // namespace warplab::data
