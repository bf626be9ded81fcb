#include "lens/atomics.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace warplab::lens {

std::vector<Meeting> meetings_of(const data::LoggedAccess& access) {
  std::map<uint64_t, uint32_t> lanes_at;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((access.mask >> lane & 1) != 0) lanes_at[access.addresses[lane]] |= 1u << lane;
  std::vector<Meeting> meetings;
  for (const auto& [address, lanes] : lanes_at) meetings.push_back({address, lanes});
  std::stable_sort(meetings.begin(), meetings.end(), [](const Meeting& a, const Meeting& b) {
    return std::popcount(a.lanes) > std::popcount(b.lanes);
  });
  return meetings;
}

}  // namespace warplab::lens
