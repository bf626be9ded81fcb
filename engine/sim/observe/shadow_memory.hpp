#pragma once
// The shadow memory of race detection, of global memory or of one block's shared memory: who
// touched each unit, and what the accesses at an address tell those who observe it there.
#include <array>
#include <unordered_map>
#include <vector>

#include "sim/observe/found_races.hpp"
#include "sim/observe/shadow_cells.hpp"

namespace warplab::sim {

struct ShadowMemory {
  // A race that is told when the value that `lane` loaded is used.
  struct Held {
    uint32_t lane = 0;
    Race race;
  };
  TouchPool pool;
  ShadowCells cells;
  std::unordered_map<uint64_t, Carried> signs;           // by address
  std::unordered_map<uint32_t, std::vector<Held>> held;  // by past access
  // By past access, from where each lane loaded: of loads that an atom.cas may compare with.
  std::unordered_map<uint32_t, std::array<uint64_t, kLanes>> read_at;
  // Of each unit, by warp, the lanes that have decided something by a strong load of it since it
  // was last written by a weak store: of more warps than a crowd remembers.
  std::unordered_map<uint64_t, std::unordered_map<uint64_t, uint32_t>> deciding;
  size_t deciding_warps = 0;  // in all of them
  static uint64_t warp_of(const Epoch& m) { return uint64_t{m.block} << 32 | m.warp; }
  void decides(uint64_t unit, const Epoch& reader, uint32_t lanes);
  uint32_t has_decided(uint64_t unit, const Epoch& reader) const;
  void forget_deciders(uint64_t unit);
  // A warp that waits for a flag looks at it again and again, which many may have raised: by past
  // access and list, the list's name, and how many of its first touches race with none of the
  // warp's lanes, whatever they know.
  struct Harmless {
    uint64_t name = 0;
    size_t count = 0;
  };
  std::unordered_map<uint64_t, Harmless> harmless;
  static constexpr size_t kMostHarmless = size_t{1} << 16;
  // The last past access of each warp at each memory site: the next is often the same.
  std::vector<std::vector<uint32_t>> last_records;

  void clear();
  uint64_t bytes() const;
  // Forgets all past accesses but those that a cell refers to and those in `used`, a flag for each.
  void collect(std::vector<bool>& used);
  void forget_last_records();
};

}  // namespace warplab::sim
