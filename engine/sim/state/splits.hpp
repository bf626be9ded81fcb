#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/program/program.hpp"

namespace warplab::sim {

struct Frame;
struct Reconvergence;

// Lanes of a warp that are at the same instruction, in the same call.
struct Split {
  const MicroOp* pc = nullptr;
  uint32_t mask = 0;
  Frame* frame = nullptr;
  Reconvergence* reconvergence = nullptr;
  int barrier = -1;               // waits at this block barrier, or kWarpBarrier; -1: can run
  const MicroOp* told = nullptr;  // of this instruction its observer knows already
  bool in_vain = false;           // waits at a barrier object no longer, though it is not complete
};
constexpr int kWarpBarrier = 16;    // pc is the instruction whose member lanes are awaited
constexpr int kBarrierObject = 17;  // pc is the wait at a barrier object, which looks again
// Waits before an instruction that it executes when it goes on.
constexpr bool waits_before(const Split& s) {
  return s.barrier == kWarpBarrier || s.barrier == kBarrierObject;
}

// Splits of a warp in the order in which they came. There is one of them nearly always, which a
// warp that waits puts in and takes out again and again, and there may be 100 000 warps: it has its
// place here, and only those beside it get memory of their own.
class Splits {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  const Split& operator[](size_t k) const { return data()[first_ + k]; }
  const Split& front() const { return data()[first_]; }
  const Split* begin() const { return data() + first_; }
  const Split* end() const { return begin() + size_; }

  void push_back(const Split& split) {
    if (first_ + size_ == capacity()) make_room();
    data()[first_ + size_++] = split;
  }
  void push_front(const Split& split) {
    push_back(split);
    Split* const all = data() + first_;
    std::rotate(all, all + size_ - 1, all + size_);
  }
  void pop_front() {
    --size_;
    first_ = size_ == 0 ? 0 : first_ + 1;
  }
  void set(size_t k, const Split& split) { data()[first_ + k] = split; }
  void erase(size_t k) {
    Split* const from = data() + first_ + k;
    std::copy(from + 1, data() + first_ + size_, from);
    truncate(size_ - 1);
  }
  void truncate(size_t size) {
    size_ = size;
    if (size == 0) first_ = 0;
  }
  void clear() { truncate(0); }

 private:
  size_t capacity() const { return more_.empty() ? 1 : more_.size(); }
  Split* data() { return more_.empty() ? &one_ : more_.data(); }
  const Split* data() const { return more_.empty() ? &one_ : more_.data(); }

  void make_room() {
    constexpr size_t kFew = 4;
    if (first_ > size_) {  // half of it is free
      std::copy(begin(), end(), data());
    } else {
      std::vector<Split> larger(std::max(2 * capacity(), kFew));
      std::copy(begin(), end(), larger.begin());
      more_ = std::move(larger);
    }
    first_ = 0;
  }

  Split one_;
  std::vector<Split> more_;  // empty: `one_` is all there is room for
  size_t first_ = 0, size_ = 0;
};

}  // namespace warplab::sim
