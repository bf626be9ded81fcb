#pragma once
// Barrier objects in shared memory (PTX ISA, "mbarrier"; cuda::barrier of a block): what both
// engines agree on, and how they say what is wrong. docs/SIMULATOR.md, "Barrier objects".
#include <cstdint>
#include <string>

#include "sim/access.hpp"
#include "sim/device/address_space.hpp"

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
  std::string bad_count(uint64_t count) const;
  std::string made_twice() const;
  std::string not_there() const;
  std::string too_many_arrivals(uint64_t count, uint64_t missing) const;
  std::string completed_by_no_complete() const;
  std::string foreign_token(uint64_t arrivals) const;
  std::string touched(AccessKind kind) const;
  std::string missing_arrivals(uint64_t arrived, uint64_t all) const;
  std::string made_meanwhile(const std::string& user, const std::string& maker) const;
  std::string wait_first() const;
  static std::string not_shared();

 private:
  std::string name_;
};

}  // namespace warplab::sim
