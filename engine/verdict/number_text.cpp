#include "verdict/number_text.hpp"

#include <fmt/format.h>

namespace warplab::verdict {

std::string count_text(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ' ');
  return digits;
}

std::string microseconds_text(double microseconds) {
  if (microseconds >= 10'000) return fmt::format("{:.1f} ms", microseconds / 1000);
  return fmt::format("{:.{}f} us", microseconds,
                     microseconds < 10     ? 2
                     : microseconds < 1000 ? 1
                                           : 0);
}

}  // namespace warplab::verdict
