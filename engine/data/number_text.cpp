#include "data/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplab::data {
namespace {

// Digits of a whole number, from `first` to `end`, get a blank at each thousand. Numbers of four
// digits stay as they are: 1024 and 2048 are words in this trade.
void set_thousands_apart(std::string& text, size_t first, size_t end) {
  constexpr size_t kLongestWord = 4;
  if (end - first <= kLongestWord) return;
  for (size_t at = end; at > first + 3; at -= 3) text.insert(at - 3, 1, ' ');
}

// What the text of a number means: "1075.0" of 1075.0001 is no other number than "1075" of 1075.
std::string number_told(double value, int digits) {
  std::string text = number_text(value, digits);
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

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

std::string count_text(uint64_t count) {
  std::string digits = std::to_string(count);
  set_thousands_apart(digits, 0, digits.size());
  return digits;
}

std::string amount_text(double value, int digits) {
  std::string text = number_text(value, digits);
  const size_t first = text.starts_with('-') ? 1 : 0;
  const size_t whole = std::min(text.find_first_not_of("0123456789", first), text.size());
  if (whole < text.size() && text[whole] != '.') return text;  // "1.5e+20", "nan"
  set_thousands_apart(text, first, whole);
  return text;
}

int digits_apart(double a, double b, int fewest) {
  constexpr int kDigitsOfADouble = 17;  // with these every double has a text of its own
  if (a == b) return fewest;
  for (int digits = fewest; digits < kDigitsOfADouble; ++digits)
    if (number_told(a, digits) != number_told(b, digits)) return digits;
  return kDigitsOfADouble;
}

}  // namespace warplab::data
