#pragma once
// What a random schedule draws, and how far any order but the default goes (scheduled.cpp; a walk
// through one block, steps/turns.cpp, takes the same turns).
#include <cstdint>

namespace warplab::sim {

// Warp instructions of a launch after which it goes on in order. Warps that spin together cost the
// square of what they cost one after the other; this keeps another order's cost near that of the
// first, and a launch at a check size is rarely longer.
constexpr uint64_t kScheduledInstructions = 500'000;
// When the rest runs in order, many warps may wait for each other in an order that does not suit
// them, such as that of their tickets. Each then looks for its turn as often as there are warps.
constexpr uint32_t kSpinsAtTheEnd = 2;
constexpr uint64_t kMostRecordsATurn = 48;  // by a random schedule

// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9e37'79b9'7f4a'7c15ull;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9ull;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11ebull;
    return z ^ z >> 31;
  }
  uint64_t below(uint64_t n) { return next() % n; }

 private:
  uint64_t state_;
};

}  // namespace warplab::sim
