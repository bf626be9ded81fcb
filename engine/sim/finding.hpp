#pragma once
// A finding: something the student should know about this run, with the line it belongs to.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/dim3.hpp"

namespace warplab::sim {

// X(enumerator, "name in JSON")
#define WARPLAB_FINDING_KINDS(X)              \
  X(out_of_bounds, "out_of_bounds")           \
  X(misaligned, "misaligned")                 \
  X(null_pointer, "null_pointer")             \
  X(read_only_write, "read_only_write")       \
  X(uninitialized, "uninitialized")           \
  X(never_written, "never_written")           \
  X(race, "race")                             \
  X(warp_synchronous, "warp_synchronous")     \
  X(barrier_divergence, "barrier_divergence") \
  X(deadlock, "deadlock")                     \
  X(step_limit, "step_limit")                 \
  X(stack_overflow, "stack_overflow")         \
  X(device_assert, "device_assert")           \
  X(trap, "trap")                             \
  X(undefined_behavior, "undefined_behavior") \
  X(unsupported, "unsupported")               \
  X(launch_failure, "launch_failure")         \
  X(output_limit, "output_limit")             \
  X(note, "note")

enum class FindingKind : uint8_t {
#define X(id, name) id,
  WARPLAB_FINDING_KINDS(X)
#undef X
};
#define X(id, name) +1
inline constexpr size_t kFindingKindCount = 0 WARPLAB_FINDING_KINDS(X);
#undef X
std::string_view name_of(FindingKind kind);

// One thread's place in a launch.
struct ThreadPlace {
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  friend bool operator==(const ThreadPlace&, const ThreadPlace&) = default;
};
// "thread (3,0,0)": the only way in which a thread's place is written.
std::string thread_text(const Dim3& thread);
// "thread (3,0,0) of block (0,0,0)"
std::string place_text(const ThreadPlace& place);
// What a thread does, as the end of a sentence: with the thread in place of "{who}", else in front
// of the advice, which follows the first colon or semicolon, else last. Without it where
// `tells_thread` is false.
std::string sentence_end(std::string what, const ThreadPlace& place, bool tells_thread);

struct Finding {
  FindingKind kind = FindingKind::note;
  int line = 0;         // in the student's file; 0 where there is none
  std::string message;  // one plain sentence, complete without the other members
  ThreadPlace place;    // the first thread, in block and thread order, to which it happened
  // The other side of a race.
  int other_line = 0;
  std::optional<ThreadPlace> other_place;
  std::string buffer;  // buffer or variable concerned; empty where there is none
  int64_t index = -1;  // element index in it; may be negative or past the end
  uint64_t count = 1;  // how many thread-level accesses had this finding at this line
  // The run in which it was first seen, "n 64, seed 1", and how that was made, "n 64, seed 1, order
  // lockstep". Empty: the run whose report has it.
  std::string run, where;
  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace warplab::sim
