#pragma once
// Barrier objects in shared memory (PTX ISA, "mbarrier"; cuda::barrier of a block), and how it is
// said what is wrong with them. docs/SIMULATOR.md, "Barrier objects".
#include <cstdint>

#include "sim/access.hpp"
#include "sim/device/address_space.hpp"
#include "sim/finding.hpp"

namespace warplab::sim {

// PTX ISA, "Size and alignment of mbarrier object", "Contents of the mbarrier object".
constexpr uint32_t kBytesOfObject = 8;
constexpr uint64_t kMostArrivals = (uint64_t{1} << 20) - 1;
// What mbarrier.arrive gives: arrivals that were missing before it, in the lower bits, and above
// them the number of the phase.
constexpr unsigned kPhaseShift = 20;

// So often in a row may all threads that wait be told that their phase is not complete, while
// nobody does anything else; then it never will be.
constexpr uint32_t kVainAnswers = 4096;
// Each answer comes later than the one before it: 64 at a time take twice as long as the 64 before
// them, in ticks of the clock, up to about a second.
constexpr uint64_t ticks_of_answer(uint32_t answers) {
  return uint64_t{1} << (answers / 64 < 30 ? answers / 64 : 30);
}

// `offset` is that of the object in shared memory.
class ObjectWords {
 public:
  ObjectWords(const SharedLayout& layout, uint64_t offset);
  Told bad_count(uint64_t count) const;
  Told made_twice() const;
  Told not_there() const;
  Told too_many_arrivals(uint64_t count, uint64_t missing) const;
  Told completed_by_no_complete() const;
  Told foreign_token(uint64_t arrivals) const;
  Told touched(AccessKind kind) const;
  Saying missing_arrivals(uint64_t arrived, uint64_t all) const;
  Told made_meanwhile(const data::Thread& user, const data::Thread& maker) const;
  Saying wait_first() const;
  static Told not_shared();

 private:
  Saying name_;
};

}  // namespace warplab::sim
