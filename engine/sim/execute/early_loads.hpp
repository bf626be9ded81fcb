#pragma once
// The order `late 0` (sim/schedule.hpp): loads may bring what was there before. PTX ISA, "Memory
// Consistency Model": without a fence or an acquire between them two strong loads of a thread may
// be made in either order. So the second one may bring what its place held when the thread last
// learned something of others. A load may also come before what the thread has written elsewhere,
// even before a release, unless a fence.sc stands between them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/execute/memory.hpp"

namespace warplab::sim {

// Of one launch, all of whose blocks run on one host thread. The first strong load that a thread
// makes of some bytes since it last looked anew or stored there brings what was there at that time;
// the next one what was there at the first one, so that nobody waits for ever. A thread looks anew
// by a fence.sc and at barriers, and where it has seen what another one has written, by what
// acquires that. Only strong writes are remembered: a plain one that another thread may see is a
// race, or comes before a barrier or a fence of the thread that loads.
class EarlyLoads {
 public:
  // Before the lanes of an access do what they do: a load of the past reads from there.
  void meet(const LaneAccess& access, uint32_t lanes, LaneTarget& target);
  // The lanes look at memory as it is from now on.
  void look_anew(const Warp& w, uint32_t lanes);
  // The same of all threads of the block.
  void look_anew(const Block& block);
  // The same of those lanes that have seen something of other threads since they last did so.
  void acquire(const Warp& w, uint32_t lanes);

 private:
  struct Change {
    uint64_t time, thread, address;
    uint32_t bytes;
    std::array<std::byte, 16> before;
  };
  // When a thread last loaded or stored these bytes of a place.
  struct Look {
    uint32_t bytes;
    uint64_t time;
  };
  using Looks = std::vector<Look>;  // no byte twice
  struct Place {
    std::vector<Change> changes;                // in their order
    std::unordered_map<uint64_t, Looks> looks;  // by thread
  };
  struct Thread {
    uint64_t since = 0, saw = 0;  // when it last looked anew, and saw something of others
  };

  // Both say whether the thread has seen what another one has written since it last looked anew.
  bool load(const LaneAccess& access, unsigned lane, LaneTarget& target);
  bool change(const LaneAccess& access, unsigned lane, const std::byte* host);
  void looked(Place& place, uint64_t thread, uint32_t bytes);
  uint64_t known_since(uint64_t thread, uint64_t block) const;

  uint64_t now_ = 0, since_ = 0;  // `since_`: what came before has been forgotten
  size_t kept_ = 0;
  // By pieces of 16 bytes, in which any access lies that is aligned.
  std::unordered_map<uint64_t, Place> places_;
  std::unordered_map<uint64_t, Thread> threads_;
  std::unordered_map<uint64_t, uint64_t> blocks_;        // when their threads last looked anew
  std::array<std::array<std::byte, 16>, 32> past_ = {};  // of the lanes of one access
};

}  // namespace warplab::sim
