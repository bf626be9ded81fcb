#include "lens/banks.hpp"

#include <algorithm>

namespace warplab::lens {
namespace {

using data::LoggedAccess;

// Whether every active lane has the address of its partner lane ^ distance, if that is active, too.
bool is_in_pairs(const LoggedAccess& access, unsigned distance) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned partner = lane ^ distance;
    const bool both = (access.mask >> lane & 1) != 0 && (access.mask >> partner & 1) != 0;
    if (both && access.addresses[lane] != access.addresses[partner]) return false;
  }
  return true;
}

void put(BankGroup& group, uint64_t word, unsigned lane, bool shares) {
  const auto bank = static_cast<unsigned>(word % kBanks);
  std::vector<BankWord>& stack = group.banks[bank];
  const auto same =
      std::find_if(stack.begin(), stack.end(), [&](const BankWord& w) { return w.word == word; });
  if (shares && same != stack.end()) same->lanes |= 1u << lane;
  else stack.push_back({word, 1u << lane});
  if (stack.size() <= group.passes) return;
  group.passes = static_cast<unsigned>(stack.size());
  group.highest = bank;
}

BankLens in_groups(const LoggedAccess& access, unsigned lanes_together) {
  BankLens lens;
  const bool shares = access.kind != data::TraceKind::atomic;
  for (unsigned first = 0; first < 32; first += lanes_together) {
    BankGroup group;
    for (unsigned lane = first; lane < first + lanes_together; ++lane) {
      if ((access.mask >> lane & 1) == 0) continue;
      group.lanes |= 1u << lane;
      const unsigned words = std::max(1u, access.bytes / 4u);
      for (unsigned k = 0; k < words; ++k) put(group, access.addresses[lane] / 4 + k, lane, shares);
    }
    if (group.lanes == 0) continue;
    lens.passes += group.passes;
    lens.ideal += 1;
    lens.groups.push_back(std::move(group));
  }
  return lens;
}

}  // namespace

BankLens bank_lens(const LoggedAccess& access) {
  const unsigned together = access.bytes <= 4 ? 32 : access.bytes == 8 ? 16 : 8;
  BankLens apart = in_groups(access, together);
  // Loads of 8 or 16 bytes whose lanes read in pairs: twice as many lanes are served together.
  if (access.kind != data::TraceKind::load || access.bytes <= 4 ||
      !(is_in_pairs(access, 1) || is_in_pairs(access, 2)))
    return apart;
  BankLens paired = in_groups(access, 2 * together);
  paired.ideal = std::min(apart.ideal, paired.passes);
  return paired;
}

}  // namespace warplab::lens
