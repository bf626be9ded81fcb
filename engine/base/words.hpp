#pragma once
// Words in texts of programs and in sentences.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace warplab {

// A character of a name or a number in ASCII, whatever the locale.
constexpr bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

template <class List>
constexpr bool begins_with_one_of(std::string_view text, const List& beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view begin) { return text.starts_with(begin); });
}

// Letters of ASCII, whatever the locale; the others stay as they are.
inline std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

// "1 run", "3 runs"
inline std::string counted(uint64_t count, std::string_view what,
                           std::string_view plural_end = "s") {
  std::string text = std::to_string(count) + ' ' + std::string(what);
  if (count != 1) text += plural_end;
  return text;
}

}  // namespace warplab
