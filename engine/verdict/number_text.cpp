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

Figures figures_of(double value, std::optional<double> limit, bool limit_is_minimum) {
  const auto is_beyond = [&](double of) {
    return limit && (limit_is_minimum ? of < *limit : of > *limit);
  };
  const double whole = std::round(value);
  if (std::abs(value) >= kWholeLimit && is_beyond(whole) == is_beyond(value)) value = whole;
  if (!limit) return {amount_text(value), ""};
  if (value == std::floor(value) && std::abs(*limit) >= kWholeLimit)
    limit = limit_is_minimum ? std::ceil(*limit) : std::floor(*limit);
  const int digits = digits_apart(value, *limit);
  return {amount_text(value, digits), amount_text(*limit, digits)};
}

std::string microseconds_text(double microseconds) {
  if (std::abs(microseconds) < 0.005) return "0 us";
  if (microseconds >= 10'000) return fmt::format("{:.1f} ms", microseconds / 1000);
  return fmt::format("{:.{}f} us", microseconds,
                     microseconds < 10     ? 2
                     : microseconds < 1000 ? 1
                                           : 0);
}

}  // namespace warplab::verdict
