#pragma once
// The 32-byte sectors that one access moves, and which bytes of them the lanes asked for. A sector
// is moved whole or not at all. Nsight Compute: l1tex__t_sectors.
#include <cstdint>
#include <vector>

#include "data/access_log.hpp"

namespace warplab::lens {

struct Sector {
  uint64_t number = 0;  // address / 32
  uint32_t used = 0;    // bit i: some lane asks for its byte i
  uint32_t lanes = 0;   // that touch it
};

struct SectorLens {
  std::vector<Sector> sectors;   // by rising number: as many as the simulator counts
  unsigned lanes = 0;            // that access
  uint64_t asked_bytes = 0;      // by all lanes together
  uint64_t used_bytes = 0;       // distinct ones
  unsigned ideal = 0;            // the fewest sectors that hold `used_bytes`
  double used_fraction() const;  // of the bytes that are moved
};

// Of an access to global, constant or local memory. Words of local memory lie 128 bytes apart,
// those of the lanes beside one another, so its sectors are numbered within the warp's own memory.
SectorLens sector_lens(const data::LoggedAccess& access);

}  // namespace warplab::lens
