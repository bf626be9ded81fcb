#include "sim/observe/shadow_memory.hpp"

#include <algorithm>

namespace warplab::sim {

void ShadowMemory::forget_last_records() {
  for (auto& warp : last_records) std::ranges::fill(warp, 0u);
}

void ShadowMemory::decides(uint64_t unit, const Epoch& reader, uint32_t lanes) {
  uint32_t& known = deciding[unit][warp_of(reader)];
  deciding_warps += known == 0;
  known |= lanes;
}

uint32_t ShadowMemory::has_decided(uint64_t unit, const Epoch& reader) const {
  const auto of_unit = deciding.find(unit);
  if (of_unit == deciding.end()) return 0;
  const auto warp = of_unit->second.find(warp_of(reader));
  return warp == of_unit->second.end() ? 0 : warp->second;
}

void ShadowMemory::forget_deciders(uint64_t unit) {
  const auto of_unit = deciding.find(unit);
  if (of_unit == deciding.end()) return;
  deciding_warps -= of_unit->second.size();
  deciding.erase(of_unit);
}

void ShadowMemory::clear() {
  pool.clear();
  cells.clear();
  signs.clear();
  held.clear();
  read_at.clear();
  harmless.clear();
  deciding.clear();
  deciding_warps = 0;
  forget_last_records();
}

uint64_t ShadowMemory::bytes() const {
  // Of nodes of the maps, with what the allocator adds.
  constexpr uint64_t kOfSign = 160, kOfHeld = 2 * sizeof(Held) + 64,
                     kOfReadAt = kLanes * sizeof(uint64_t) + 32,
                     kOfHarmless = sizeof(Harmless) + 40, kOfUnit = 128, kOfDecider = 56;
  return pool.bytes() + cells.bytes() + signs.size() * kOfSign + held.size() * kOfHeld +
         read_at.size() * kOfReadAt + harmless.size() * kOfHarmless + deciding.size() * kOfUnit +
         deciding_warps * kOfDecider;
}

void ShadowMemory::collect(std::vector<bool>& used) {
  const auto use = [&](TouchRef touches) {
    pool.each(touches, [&](const Touch& t) { used[t.past] = true; });
  };
  cells.each([&](const ShadowCell& cell) {
    for (const TouchRef touches : {cell.writes, cell.reads, cell.strong, cell.covered})
      use(touches);
  });
  std::erase_if(held, [&](const auto& h) { return !used[h.first]; });
  std::erase_if(read_at, [&](const auto& r) { return !used[r.first]; });
  harmless.clear();
  pool.keep_only(used);
}

}  // namespace warplab::sim
