#pragma once
// Text of others - a student's source, what a kernel prints, an exercise's title - as it may be
// shown to people.
#include <string>
#include <string_view>

#include "base/utf8.hpp"

namespace warplab {

namespace printable_text {

struct Range {
  char32_t first, last;
};
// What a terminal obeys instead of showing it, or shows as nothing: a text that has it need not be
// what it looks like. Source: Unicode 15, general categories Cc, Cf, Zl and Zp, and the characters
// with Default_Ignorable_Code_Point that are letters. Without the joiners and selectors of emoji,
// which stand inside of one picture.
constexpr Range kUnseen[] = {
    {0x0000, 0x001F},  // C0 controls
    {0x007F, 0x009F},  // DEL and C1 controls: U+009B begins an escape sequence
    {0x00AD, 0x00AD},  // soft hyphen
    {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},  // letters without a shape
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200C},   {0x200E, 0x200F},
    {0x2028, 0x202E},  // ends of lines, and the order of writing: U+202E turns it round
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},  // tags: text that nobody sees
};

inline bool is_unseen(char32_t code) {
  for (const Range& r : kUnseen)
    if (code >= r.first && code <= r.last) return true;
  return false;
}

}  // namespace printable_text

// With a question mark for every character that a terminal obeys or does not show, and for every
// byte that is no UTF-8: what a student's kernel prints must not steer the reader's terminal, nor
// look like what it is not. A tab is two blanks.
inline std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    text.remove_prefix(character.size());
    if (character == "\t") safe += "  ";
    else if (length == 0 || printable_text::is_unseen(utf8_code_point(character))) safe += '?';
    else safe += character;
  }
  return safe;
}

// The same, line by line.
inline std::string printable_lines(std::string_view text) {
  std::string safe;
  for (;;) {
    const size_t end = text.find('\n');
    safe += printable(text.substr(0, end));
    if (end == std::string_view::npos) return safe;
    safe += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace warplab
