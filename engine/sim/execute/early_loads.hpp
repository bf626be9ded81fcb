#pragma once
// The order `late 0` (sim/schedule.hpp): loads may take what was there before. PTX ISA, "Memory
// Consistency Model": without a fence or an acquire between them two strong loads of a thread may
// be made in either order, so the second one may bring what its place held when the thread last
// fenced.
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/execute/memory.hpp"

namespace warplab::sim {

// Of one launch, all of whose blocks run on one host thread. The first strong load that a thread
// makes of a place since it last fenced, acquired something, waited at a barrier or stored there
// brings what was there at that time; the next one what is there now, so that nobody waits for
// ever. Only strong writes are remembered: a plain one that another thread may see is a race, or
// comes before a barrier or a fence of the thread that loads.
class EarlyLoads {
 public:
  // Before the lanes of an access do what they do: a load of the past reads from there.
  void meet(const LaneAccess& access, uint32_t lanes, LaneTarget& target);
  // The lanes look at memory as it is from now on.
  void look_anew(const Warp& w, uint32_t lanes);
  // The same of all threads of the block.
  void look_anew(const Block& block);

 private:
  struct Change {
    uint64_t time, address;
    uint32_t bytes;
    std::array<std::byte, 16> before;
  };
  struct Place {
    std::vector<Change> changes;                   // in their order
    std::unordered_map<uint64_t, uint64_t> looks;  // by thread: when it last loaded or stored here
  };

  void load(const LaneAccess& access, unsigned lane, LaneTarget& target);
  void change(const LaneAccess& access, unsigned lane, const std::byte* host);
  uint64_t known_since(uint64_t thread, uint64_t block, const Place& place) const;

  uint64_t now_ = 0, since_ = 0;  // `since_`: what came before has been forgotten
  size_t kept_ = 0;
  // By pieces of 16 bytes, in which any access lies that is aligned.
  std::unordered_map<uint64_t, Place> places_;
  std::unordered_map<uint64_t, uint64_t> threads_, blocks_;  // when they last fenced
  std::array<std::array<std::byte, 16>, 32> past_ = {};      // of the lanes of one access
};

}  // namespace warplab::sim
