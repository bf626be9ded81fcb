#pragma once
// Characters of UTF-8 text, by the library utf8cpp. Source: Unicode 15, table 3-7, "Well-Formed
// UTF-8 Byte Sequences".
#include <utf8cpp/utf8.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace warplab {

// The length of the valid character at the start of `text`, 1 to 4 bytes; 0 when there is none.
inline size_t utf8_length(std::string_view text) {
  for (size_t length = 1; length <= 4 && length <= text.size(); ++length)
    if (utf8::is_valid(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length)))
      return length;
  return 0;
}

// The code point of one valid character.
inline char32_t utf8_code_point(std::string_view character) {
  return utf8::unchecked::peek_next(character.begin());
}

// Appends the character of a code point; U+FFFD for one that there is not, surrogates among them.
inline void append_utf8(std::string& text, char32_t code) {
  const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  utf8::unchecked::append(is_character ? code : U'\uFFFD', std::back_inserter(text));
}

}  // namespace warplab
