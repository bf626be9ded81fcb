#pragma once
// What the environment says.
#include <cstdlib>
#include <optional>
#include <string>

namespace warplab {

// None: the variable is not set, or empty.
inline std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace warplab
