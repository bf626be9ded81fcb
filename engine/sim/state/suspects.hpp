#pragma once
// The places that exact tracking has to look at. A pass of the cheap check that stops at nothing
// marks them: units of global memory and words of shared memory that threads met at, or that were
// read before anybody wrote them. A launch is the same each time it is repeated on one host thread,
// so whatever else it touches was found in order, once and for all, and exact tracking leaves it
// alone.
#include <cstdint>
#include <vector>

#include "sim/state/tracking.hpp"

namespace warplab::sim {

class Suspects {
 public:
  // Nothing is watched in these allocations, and in no launch's shared memory.
  Suspects(const GlobalTracking& tracking, size_t launches);

  // Marks nothing from now on: for a run that nobody will track exactly.
  void look_away() { looks_away_ = true; }
  bool looks_away() const { return looks_away_; }

  void launch_starts(size_t number, uint64_t blocks, uint32_t shared_bytes);
  void mark_global(const Allocation& a, uint64_t address, uint64_t bytes);
  void mark_shared(uint64_t block, uint64_t offset, uint32_t bytes);
  // A place that hides nothing, for the sake of its note.
  void mark_for_note(const Allocation& a, uint64_t address, uint64_t bytes);
  // Is anything marked?
  bool any() const { return any_; }
  // Is nothing marked but places for notes?
  bool only_notes() const { return !has_suspects_ && !undefined_; }
  // The last launch in which anything was marked.
  size_t last_marked() const { return last_marked_; }
  // Is memory site `site` of this launch one of those whose stores of the same value are still to
  // be noted? Each is asked for a few places.
  bool wants_note(uint32_t site);
  // A value may come from memory that nobody wrote: then every local access matters, too.
  void mark_undefined() {
    if (looks_away_) return;
    any_ = undefined_ = true;
    last_marked_ = launch_;
  }
  bool undefined() const { return undefined_; }
  // What is read as data that never changes, and written.
  void mark_both(const Allocation& a, const ZeroPages& read, const ZeroPages& written);

  // Is any unit watched that these bytes lie in? They are of one allocation.
  bool global(const Allocation& a, uint64_t address, uint64_t bytes) const {
    const Units& u = allocations_[static_cast<size_t>(a.number)];
    return u.any && any_of(u.bits.as<uint64_t>(), (address - a.begin) >> u.shift,
                           (address - a.begin + bytes - 1) >> u.shift);
  }
  // Of 32 lanes at `address`, `address` + `stride`, ...
  bool global_row(const Allocation& a, uint64_t address, int64_t stride, uint32_t bytes) const;
  bool shared(uint64_t block, uint64_t offset, uint64_t bytes) const {
    const Shared& s = *now_;
    return s.any && (s.blocks[block / 64] >> (block % 64) & 1) &&
           any_of(s.words.data(), offset / 4, (offset + bytes - 1) / 4);
  }
  bool shared_row(uint64_t block, uint64_t offset, int64_t stride, uint32_t bytes) const;
  // log2 of the bytes of a unit of global memory.
  uint32_t unit_shift(const Allocation& a) const {
    return allocations_[static_cast<size_t>(a.number)].shift;
  }
  // Looks away from everything.
  void clear();

 private:
  struct Units {
    ZeroPages bits;
    uint32_t shift = 2;
    uint64_t units = 0;
    bool any = false;
  };
  struct Shared {
    std::vector<uint64_t> words, blocks;  // a bit a word, in any block; a bit a block
    bool any = false;
  };
  static bool any_of(const uint64_t* bits, uint64_t first, uint64_t last) {
    for (uint64_t word = first / 64; word <= last / 64; ++word) {
      uint64_t mask = ~0ull;
      if (word == first / 64) mask &= ~0ull << (first % 64);
      if (word == last / 64) mask &= ~0ull >> (63 - last % 64);
      if (bits[word] & mask) return true;
    }
    return false;
  }
  std::vector<Units> allocations_;  // by number
  std::vector<uint32_t> notes_;     // by memory site of the launch that runs: asked so often
  void mark_units(const Allocation& a, uint64_t address, uint64_t bytes);
  std::vector<Shared> launches_;
  Shared* now_ = nullptr;
  size_t launch_ = 0, last_marked_ = 0;
  bool any_ = false, undefined_ = false, has_suspects_ = false, looks_away_ = false;
};

}  // namespace warplab::sim
