#include "exercise/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warplab::exercise {
namespace {

// Names longer than this are not compared: nobody misspells them, and the table would be large.
constexpr size_t kLongestWord = 64;

// Optimal string alignment distance (Damerau-Levenshtein without repeated edits of one place).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> two_ago(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min(
          {previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], two_ago[j - 2] + 1);
    }
    std::swap(two_ago, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

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
