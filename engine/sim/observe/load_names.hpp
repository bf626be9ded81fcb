#pragma once
// Sets of loads that a value in a register came from. A set has a number; sets of one are the name
// itself.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "sim/observe/races.hpp"

namespace warplab::sim {

using NameSet = uint32_t;

class LoadNames {
 public:
  static constexpr NameSet kSeveral = 0x4000'0000u;
  // 0 where the union would be too large to follow: then each of `too_many` is to be taken as
  // used.
  NameSet unite(NameSet a, NameSet b, std::vector<LoadName>& too_many);
  template <class F>
  void each(NameSet set, F f) const {
    if (set == 0) return;
    if (!(set & kSeveral)) f(set);
    else
      for (LoadName n : sets_[set & ~kSeveral]) f(n);
  }
  // Lanes for which this set was used up already.
  uint32_t& done(NameSet set) { return done_[set & ~kSeveral]; }
  // Names may stand for other loads from now on.
  void forget_done() { std::ranges::fill(done_, 0u); }
  void clear();
  uint64_t bytes() const;

 private:
  static constexpr size_t kMostNames = 24, kMostSets = 1u << 17;
  std::vector<LoadName> names(NameSet set) const;
  std::vector<std::vector<LoadName>> sets_;
  std::vector<uint32_t> done_;
  std::map<std::vector<LoadName>, NameSet> numbers_;
  std::unordered_map<uint64_t, NameSet> unions_;
};

}  // namespace warplab::sim
