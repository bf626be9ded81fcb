#pragma once
// Sentences that are put together from parts.
#include <cctype>
#include <string>

namespace warplab {

// "sweep 12" -> "Sweep 12". Letters beyond ASCII stay as they are.
inline std::string with_capital(std::string text) {
  if (!text.empty())
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

}  // namespace warplab
