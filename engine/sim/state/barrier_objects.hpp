#pragma once
// The barrier objects of one block (PTX ISA, "mbarrier"). What they hold is kept here and not in
// the block's shared memory, where nobody may look at it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplab::sim {

constexpr size_t kMostWarps = 32;  // of a block

struct BarrierObject {
  uint32_t offset = 0;              // in shared memory
  uint32_t expected = 0;            // arrivals of the phases to come
  uint32_t all = 0, pending = 0;    // of this phase, and how many are missing
  int64_t bytes = 0;                // that copies have announced and not brought (tx-count)
  uint64_t phase = 0;               // how many are complete
  uint32_t maker = 0, made_at = 0;  // thread and site of its init
  uint32_t made_clock = 0;          // of the maker (SharedTracking)

  bool is_complete() const { return pending == 0 && bytes == 0; }
  void next_phase();
};

class BarrierObjects {
 public:
  void clear() { *this = {}; }
  bool none() const { return objects_.empty(); }
  // Null: there is none.
  BarrierObject* find(uint64_t offset);
  // Not, where it says so.
  bool may_touch(uint64_t offset, uint64_t bytes) const {
    return offset < end_ && offset + bytes > begin_;
  }
  // The first that any of these bytes belongs to; null: none.
  const BarrierObject* touched(uint64_t offset, uint64_t bytes) const;
  void make(const BarrierObject& object);
  void end(uint64_t offset);
  // Clocks begin anew.
  void forget_clocks() {
    for (BarrierObject& o : objects_) o.made_clock = 0;
  }
  // Grows with everything that happens to one of them.
  uint64_t changes() const { return changes_; }
  void change() { ++changes_; }

 private:
  std::vector<BarrierObject> objects_;  // a handful, or a tile of them
  std::vector<uint32_t> numbers_;       // by offset / 8: of the object there, from 1; 0: none
  uint64_t begin_ = 0, end_ = 0;        // all of them lie in it
  uint64_t changes_ = 0;
};

}  // namespace warplab::sim
