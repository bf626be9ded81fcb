#pragma once
// "Did you mean ...?" for names in exercise files.
#include <span>
#include <string>
#include <string_view>

namespace warplab::exercise {

// The candidate with the smallest edit distance to `word` (insert, delete, replace, swap of
// neighbours), or "" where none is near enough to be what was meant: a third of the word's length,
// at least 1.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

// `; did you mean "rows"?`, or "" where nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

// `"a", "b" and "c"`, for messages that say what there is; "nothing" where the list is empty.
std::string quoted_list(std::span<const std::string_view> words);

}  // namespace warplab::exercise
