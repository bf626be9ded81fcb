#pragma once
// Words in texts of programs.
#include <algorithm>
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

}  // namespace warplab
