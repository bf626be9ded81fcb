#pragma once
// What a program printed beside what it should have printed: word by word, numbers with a
// tolerance. Where white space stands does not matter, but for the ends of lines.
#include <optional>
#include <string>

#include "data/compare.hpp"

namespace warplab::verdict {

// The first line that differs, from 1; empty lines at the end do not count.
struct PrintedOtherwise {
  int line = 0;
  std::optional<std::string> actual, expected;  // none: there is no such line
};
std::optional<PrintedOtherwise> printed_otherwise(const std::string& actual,
                                                  const std::string& expected,
                                                  const data::Tolerance& tolerance);

}  // namespace warplab::verdict
