#pragma once
// The tables of this engine name modifiers and types as a text of words with blanks between them.
#include <algorithm>
#include <string_view>

namespace warplab::sim::plain {

inline bool lists(std::string_view words, std::string_view word) {
  for (size_t begin = 0; begin <= words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace warplab::sim::plain
