#pragma once
// The shadow memory of race detection, of global memory or of one block's shared memory: who
// touched each unit, and what the accesses at an address tell those who observe it there.
#include <array>
#include <unordered_map>
#include <vector>

#include "sim/observe/race_book.hpp"
#include "sim/observe/shadow_cells.hpp"

namespace warplab::sim {

struct AccessHistory {
  // A race that is told when the value that `lane` loaded is used.
  struct Held {
    uint32_t lane = 0;
    Race race;
  };
  TouchPool pool;
  ShadowCells cells;
  std::unordered_map<uint64_t, Carried> signs;           // by address
  std::unordered_map<uint32_t, std::vector<Held>> held;  // by record
  // By record, from where each lane loaded: of loads that an atom.cas may compare with.
  std::unordered_map<uint32_t, std::array<uint64_t, kLanes>> read_at;
  // The last record of each warp at each memory site: the next is often the same.
  std::vector<std::vector<uint32_t>> last_records;

  void clear();
  uint64_t bytes() const;
  // Forgets all records but those that a cell refers to and those in `used`, a flag for each.
  void collect(std::vector<bool>& used);
  void forget_last_records();
};

}  // namespace warplab::sim
