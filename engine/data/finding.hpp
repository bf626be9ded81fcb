#pragma once
// A finding: something the student should know about this run, with the line it belongs to.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/saying.hpp"

namespace warplab::data {

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

// What is said of something, and what to do about it: behind a colon or a semicolon, mostly.
struct Told {
  Saying what, advice;
  bool empty() const { return what.empty(); }
  friend bool operator==(const Told&, const Told&) = default;
};

// As engine/words says it: "Line 3 reads a[5], ..., by thread (1,0,0) of block (0,0,0): ... (n 7)."
struct Finding {
  // How `told` goes on behind the line, and whether the thread is named where it does not do so.
  enum class Form : uint8_t {
    does,            // "Line 3 reads a[5], by thread (1,0,0) of block (0,0,0)."
    does_alone,      // "Line 3 writes a[5], and line 4 reads it.": `more` names the threads
    clause_and_who,  // "Line 3: 32 threads wait here, by thread (1,0,0) of block (0,0,0)."
    clause,          // "Line 3: ...": it names the threads, or no thread matters
    sentence,        // all of it, with the line, if there is one
  };
  FindingKind kind = FindingKind::note;
  Form form = Form::sentence;
  int line = 0;       // in the student's file; 0 where there is none
  Told told;          // Own::who and Own::element stand for `place` and `element`
  Saying element;     // that it is about: "tile[5]", or what else is there; may be empty
  Saying more;        // a sentence behind it, or none
  ThreadPlace place;  // the first thread, in block and thread order, to which it happened
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

}  // namespace warplab::data
