#include "compile/readable_text.hpp"

#include <algorithm>
#include <string_view>

#include "base/utf8.hpp"

namespace warplab::compile {

std::string readable_text(std::string text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(std::string_view(text).substr(i));
    const char c = text[i];
    const bool is_control =
        (c >= 0 && c < ' ' && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos) ||
        c == 0x7F;
    if (length == 0 || is_control) text[i] = '?';
    i += std::max<size_t>(length, 1);
  }
  return text;
}

}  // namespace warplab::compile
