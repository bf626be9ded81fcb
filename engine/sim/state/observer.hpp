#pragma once
// What exact tracking sees of a launch that runs one block after the other (or interleaved by a
// seed) on one host thread. Called only in such runs; the fast path never comes here.
#include <cstdint>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// One memory instruction of one warp in one space, after bounds were checked and before it happens.
struct AccessEvent {
  Warp& warp;
  const Inst* inst;
  ptx::Space space;  // global, shared or local
  AccessKind kind;
  uint32_t mask;              // lanes that access
  uint32_t watched;           // of them those that touch a place which is watched, or synchronise
  const uint64_t* addresses;  // per lane: device address, shared offset, local offset
  uint32_t bytes;             // a lane
  uint32_t used_bytes;        // of them those that matter, bit i = byte i (16 at most)
  AccessOrder order;          // of the instruction's own modifiers
  AccessScope scope;
};

// shfl, vote, match, redux: these lanes execute it together, before results are written.
struct ExchangeEvent {
  Warp& warp;
  const Inst* inst;
  uint32_t lanes;
  const uint8_t* from;              // shfl: the lane that each of 32 reads; null for the others
  uint32_t missing;                 // of `lanes`, those whose source lane is not in `lanes`
  const uint32_t* named = nullptr;  // shfl: the member mask that each of 32 names
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void launch_starts(LaunchState& launch) = 0;
  virtual void block_starts(Block& block) = 0;
  virtual void block_ends(Block& block) = 0;
  // Before any instruction of the running split: registers still hold its inputs.
  virtual void before(Warp& warp, const Inst* inst) = 0;
  virtual void access(const AccessEvent& event) = 0;
  // `waits`: false for bar.arrive, whose lanes go on.
  virtual void barrier_arrives(Warp& warp, uint32_t lanes, uint32_t number, bool waits) = 0;
  // All that arrived since the last completion go on; `all`: every thread of the block that has not
  // exited is among them.
  virtual void barrier_completes(Block& block, uint32_t number, bool all) = 0;
  // bar.warp.sync: these lanes execute it together.
  virtual void warp_barrier(Warp& warp, uint32_t lanes) = 0;
  virtual void exchange(const ExchangeEvent& event) = 0;
  virtual void fence(Warp& warp, uint32_t lanes, AccessScope scope) = 0;
  // False once it has stopped looking before the end, so that there may be more than it found.
  virtual bool sees_everything() const { return true; }
  // What it was waiting for when it stopped looking did not come true: look at all of it.
  virtual bool must_look_again() const { return false; }
  // The most memory that tracking took at once, by its own count.
  virtual uint64_t most_bytes() const { return 0; }
  // Findings go to `runner`.report().
  virtual void launch_ends(Runner& runner) = 0;
};

}  // namespace warplab::sim
