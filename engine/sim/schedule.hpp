#pragma once
// In which order the threads of a launch run. CUDA promises none but that every thread which can go
// on does so at some time (CUDA C++ Programming Guide, "Independent Thread Scheduling"), so a right
// kernel gives the same answer in all of these. They follow no paper closely. `delayed` is near to
// delay-bounded scheduling (Emmi, Qadeer, Rakamaric, 2011): few departures from one order show most
// faults, so 1 and 2 have the fewest; unlike there not all such orders are tried.
#include <cstdint>
#include <string>
#include <string_view>

namespace warplab::sim {

// X(enumerator, "name in JSON and labels")
#define WARPLAB_SCHEDULE_KINDS(X)                 \
  X(in_order, "in order")                         \
  X(reversed, "reversed")                         \
  X(lockstep, "lockstep")                         \
  X(lockstep_reversed, "lockstep reversed")       \
  X(lanes_apart, "lanes apart")                   \
  X(lanes_apart_reversed, "lanes apart reversed") \
  X(delayed, "delayed")                           \
  X(random, "random")                             \
  X(late, "late")

struct Schedule {
  enum class Kind : uint8_t {
    // One block after the other, one warp after the other, each until it waits, spins or ends.
    in_order,
    // The same from the last block, warp and lane to the first.
    reversed,
    // All warps of all resident blocks advance together, one ordering access each: an atomic, a
    // volatile access, or one with a memory order. So all read before any of them writes.
    lockstep,
    // The same from the last warp and lane to the first, and the other way round at every second
    // access: whoever was first to read is last to write.
    lockstep_reversed,
    // In order, but lanes that come to an ordering access together go on apart: the first of them
    // alone, as far as it can, then the next one, until a barrier or a warp function brings them
    // together. Reconvergence points hold none of them.
    lanes_apart,
    // The same from the last lane to the first, and lanes that wait at a reconvergence point go
    // before those for which they wait.
    lanes_apart_reversed,
    // In order, but some warps stop between two of their ordering accesses until everybody else has
    // ended or can only spin. The seed says which warps and where: 1 the very first warp between
    // its first two, 2 every other warp there; above that every warp stops before every fourth
    // access or so, which is drawn.
    delayed,
    // Blocks and warps take turns of a few instructions by chance. The seed decides all of it.
    random,
    // As one of the others, see turns_of(). But strong writes that release nothing and give nothing
    // back take effect as late, and in as many orders, as PTX allows (execute/late_writes.hpp); by
    // seed 0 loads come early (execute/early_loads.hpp).
    late,
  };
  Kind kind = Kind::in_order;
  uint64_t seed = 0;  // of delayed, random and late

  // 0 is the default order; every other number is a random one.
  static constexpr Schedule numbered(uint64_t number) {
    return number == 0 ? Schedule{} : Schedule{Kind::random, number};
  }
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// How threads take turns: a `late` order does so as another one. By seed 0 that is in order, by 1
// with lanes apart, by 2 in lockstep, by a larger one `delayed` with the same seed.
Schedule turns_of(const Schedule& schedule);

// "lockstep"
std::string_view name_of(Schedule::Kind kind);
// The same with the seed where there is one: "random 3".
std::string name_of(const Schedule& schedule);

}  // namespace warplab::sim
