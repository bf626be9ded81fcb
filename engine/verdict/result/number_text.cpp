#include "verdict/result/number_text.hpp"

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

std::string unit_text(std::string_view number, std::string_view unit) {
  std::string text(unit);
  if (number != "1") return text;
  // "1 times as many": a factor has no singular.
  if (text == "times" || text.starts_with("times ")) return text;
  // The first word that is a plural; "us" and "ms" are none.
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (end - begin > 2 && text[end - 1] == 's') {
      const bool is_pass = text.substr(begin, end - begin).ends_with("sses");
      text.erase(end - (is_pass ? 2 : 1), is_pass ? 2 : 1);
      return text;
    }
    begin = end + 1;
  }
  return text;
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
