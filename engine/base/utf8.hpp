#pragma once
// Characters of UTF-8 text. Source: Unicode 15, table 3-7, "Well-Formed UTF-8 Byte Sequences".
#include <cstddef>
#include <string_view>

namespace warplab {

// The length of the valid character at the start of `text`, 1 to 4 bytes; 0 when there is none.
inline size_t utf8_length(std::string_view text) {
  const auto at = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  const auto continues = [](unsigned char c) { return (c & 0xC0) == 0x80; };
  if (text.empty()) return 0;
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return continues(at(1)) ? 2 : 0;
  // The second byte excludes overlong forms, surrogates and what lies beyond U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at(1) < low || at(1) > high || !continues(at(2))) return 0;
  if (lead < 0xF0) return 3;
  return continues(at(3)) ? 4 : 0;
}

// The code point of one valid character.
inline char32_t utf8_code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0x7Fu >> character.size());
  for (const char c : character.substr(1))
    code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

}  // namespace warplab
