#include "compile/messages/nearest_name.hpp"

#include <algorithm>
#include <string>

#include "base/edit_distance.hpp"
#include "base/words.hpp"

namespace warplab::compile {
namespace {

std::string letters_of(std::string_view name) {
  std::string letters = in_small_letters(name);
  std::erase(letters, '_');
  return letters;
}

}  // namespace

std::string_view nearest_name(std::string_view written,
                              const std::vector<std::string_view>& known) {
  const std::string letters = letters_of(written);
  for (const std::string_view name : known)
    if (letters_of(name) == letters && name != written) return name;
  const size_t allowed = written.size() >= 8 ? 2 : 1;
  std::string_view best;
  size_t best_distance = allowed + 1;
  for (const std::string_view name : known) {
    if (name == written || written.size() > name.size() + allowed ||
        name.size() > written.size() + allowed)
      continue;
    // Of three letters another one makes another word; two that have changed places do not.
    const bool is_swapped =
        written.size() == name.size() && std::ranges::is_permutation(written, name);
    if (std::min(written.size(), name.size()) < 4 && !is_swapped) continue;
    const size_t distance = edit_distance(written, name);
    if (distance > best_distance) continue;
    best = distance == best_distance ? std::string_view() : name;
    best_distance = distance;
  }
  return best;
}

}  // namespace warplab::compile
