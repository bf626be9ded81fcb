#include "exercise/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/edit_distance.hpp"

namespace warplab::exercise {
namespace {

// Names longer than this are not compared: nobody misspells them, and the table would be large.
constexpr size_t kLongestWord = 64;

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  std::string_view nearest;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const size_t distance = edit_distance(word, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string{} : fmt::format("; did you mean \"{}\"?", nearest);
}

std::string quoted_list(std::span<const std::string_view> words) {
  if (words.empty()) return "nothing";
  std::string list;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " and " : ", ";
    list += fmt::format("\"{}\"", words[i]);
  }
  return list;
}

}  // namespace warplab::exercise
