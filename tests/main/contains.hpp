#pragma once
#include <string>

namespace warplab::test {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warplab::test
