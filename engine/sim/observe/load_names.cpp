#include "sim/observe/load_names.hpp"

#include <algorithm>
#include <iterator>

namespace warplab::sim {

std::vector<LoadName> LoadNames::names(NameSet set) const {
  std::vector<LoadName> out;
  each(set, [&](LoadName n) { out.push_back(n); });
  return out;
}

NameSet LoadNames::unite(NameSet a, NameSet b, std::vector<LoadName>& too_many) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const uint64_t key = uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  if (const auto it = unions_.find(key); it != unions_.end()) return it->second;
  const std::vector<LoadName> x = names(a), y = names(b);
  std::vector<LoadName> all;
  std::ranges::set_union(x, y, std::back_inserter(all));
  if (all.size() > kMostNames || sets_.size() > kMostSets) {
    too_many = std::move(all);
    return 0;
  }
  const auto [it, is_new] =
      numbers_.try_emplace(all, kSeveral | static_cast<NameSet>(sets_.size()));
  if (is_new) {
    sets_.push_back(std::move(all));
    done_.push_back(0);
  }
  unions_[key] = it->second;
  return it->second;
}

uint64_t LoadNames::bytes() const {
  // A set of half as many names as there may be, twice, and nodes of two maps.
  constexpr uint64_t kOfSet = kMostNames * sizeof(LoadName) + 120, kOfUnion = 32;
  return sets_.size() * kOfSet + unions_.size() * kOfUnion;
}

void LoadNames::clear() {
  sets_.clear();
  done_.clear();
  numbers_.clear();
  unions_.clear();
}

}  // namespace warplab::sim
