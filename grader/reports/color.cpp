#include "reports/color.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "base/utf8.hpp"

namespace warplab::grader {
namespace {

std::string_view code_of(Color color) {
  switch (color) {
    case Color::green: return "32";
    case Color::red: return "31";
    case Color::yellow: return "33";
    case Color::bold: return "1";
    case Color::dim: break;
  }
  return "2";
}

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

bool is_unseen(char32_t code) {
  return std::any_of(std::begin(kUnseen), std::end(kUnseen),
                     [&](const Range& r) { return code >= r.first && code <= r.last; });
}

}  // namespace

std::string colored(std::string_view text, Color color, bool use_color) {
  return use_color ? fmt::format("\033[{}m{}\033[0m", code_of(color), text) : std::string(text);
}

bool wants_color() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && !(no_color && *no_color) && terminal &&
         std::string_view(terminal) != "dumb";
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<size_t>(length, 1));
    text.remove_prefix(character.size());
    if (character == "\t") safe += "  ";
    else if (length == 0 || is_unseen(utf8_code_point(character))) safe += '?';
    else safe += character;
  }
  return safe;
}

}  // namespace warplab::grader
