#include "lens/sectors.hpp"

#include <algorithm>
#include <bit>

namespace warplab::lens {
namespace {

// Where byte `address` of a lane's local memory lies in that of its warp.
uint64_t interleaved(uint64_t address, unsigned lane) {
  return address / 4 * 128 + lane * 4 + address % 4;
}

}  // namespace

double SectorLens::used_fraction() const {
  return sectors.empty() ? 1 : static_cast<double>(used_bytes) / (32.0 * double(sectors.size()));
}

SectorLens sector_lens(const data::LoggedAccess& access) {
  SectorLens lens;
  // Looked for from the latest on: neighbouring lanes mostly touch the same sector.
  const auto sector_at = [&](uint64_t number) -> Sector& {
    const auto known = std::find_if(lens.sectors.rbegin(), lens.sectors.rend(),
                                    [&](const Sector& sector) { return sector.number == number; });
    if (known != lens.sectors.rend()) return *known;
    return lens.sectors.emplace_back(Sector{number, 0, 0});
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((access.mask >> lane & 1) == 0) continue;
    lens.lanes += 1;
    lens.asked_bytes += access.bytes;
    for (uint64_t byte = 0; byte < access.bytes; ++byte) {
      uint64_t at = access.addresses[lane] + byte;
      if (access.space == data::TraceSpace::local) at = interleaved(at, lane);
      Sector& sector = sector_at(at / 32);
      sector.used |= 1u << at % 32;
      sector.lanes |= 1u << lane;
    }
  }
  std::sort(lens.sectors.begin(), lens.sectors.end(),
            [](const Sector& a, const Sector& b) { return a.number < b.number; });
  for (const Sector& sector : lens.sectors)
    lens.used_bytes += static_cast<uint64_t>(std::popcount(sector.used));
  lens.ideal = static_cast<unsigned>((lens.used_bytes + 31) / 32);
  return lens;
}

}  // namespace warplab::lens
