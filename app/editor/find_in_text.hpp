#pragma once
// Finding in a text.
#include <optional>
#include <string_view>
#include <vector>

#include "common/text_buffer.hpp"

namespace warplab::app {

struct FindOptions {
  bool match_case = false;
  bool whole_word = false;  // neither letter, digit nor '_' stands beside it
  friend bool operator==(const FindOptions&, const FindOptions&) = default;
};

// The next occurrence at or after (before, when backward) `from`, going round; none: nullopt.
std::optional<Range> find_in(const TextBuffer& text, std::string_view needle, Position from,
                             bool backward, FindOptions options);
// All that do not overlap, in the order of the text; `most` of them.
std::vector<Range> find_all_in(const TextBuffer& text, std::string_view needle, FindOptions options,
                               size_t most = ~size_t{0});

// Of a name of C++: letters, digits, '_', and whatever is not ASCII.
bool is_word_byte(char c);

}  // namespace warplab::app
