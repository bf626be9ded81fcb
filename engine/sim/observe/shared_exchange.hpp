#pragma once
// Whether what a kernel stores came to its threads through shared memory: a taint analysis of a few
// blocks, which follows data and no decisions, as in Newsome, Song, "Dynamic Taint Analysis", 2005.
// It departs from that where two values meet: the result need not have the taint of both. Every
// value of a thread is neutral (constants, parameters, the thread's place), `own` (it depends on
// something that the thread loaded from elsewhere) or `exchanged` (it depends on something that it
// loaded from shared memory and another thread had stored there), or both. What is stored counts as
// exchanged where all of it is: to mix an exchanged value into one's own, by whatever arithmetic,
// leaves it one's own. Shuffles hand on what they are given, so what goes round by them is no
// exchange through shared memory, and it does not become one by being passed on there: such a value
// is `handed`, for good. So is what an atomic takes out of shared memory, since nothing says that
// it was put in before. A value that is chosen by a branch depends on what it was computed from
// alone; one that is found in a table, also from what it was found by: a table of all bytes hands
// on everything that is looked up in it.
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "data/buffer_counters.hpp"
#include "sim/observe/instruction_facts.hpp"
#include "sim/observe/per_block.hpp"
#include "sim/observer.hpp"

namespace warplab::sim {

class SharedExchange : public Observer {
 public:
  // `launch`: the one of which `blocks` are followed, from 0.
  SharedExchange(size_t launch, const std::vector<uint64_t>& blocks)
      : followed_(launch), followed_blocks_(blocks.begin(), blocks.end()) {}
  Wants wants() const override;
  bool wants_block(uint64_t number) override { return followed_blocks_.contains(number); }
  void launch_starts(const ObservedLaunch& launch) override;
  void block_starts(const BlockEvent& event) override;
  void block_ends(const BlockEvent& event) override { blocks_.end(event.block); }
  void record(Warp& w, const Record* i) override;
  void access(const AccessEvent& event) override;
  void exchange(const ExchangeEvent& event) override;

  // Adds what the launch stored to BufferCounter::followed_bytes and exchanged_bytes of its
  // buffers, line by line.
  void add_to(TrafficByBuffer& traffic) const;

 private:
  struct Taint {
    bool own = false, exchanged = false, handed = false;
    // It depends on what somebody has loaded from a buffer, and not on counters and places alone.
    bool data = false;
    void join(Taint other) {
      own |= other.own, exchanged |= other.exchanged, handed |= other.handed, data |= other.data;
    }
    bool is_exchanged() const { return exchanged && !own && !handed; }
    // The same value in another thread, which no plain access has brought there.
    Taint as_handed() const { return {own, exchanged, handed || own || exchanged, data}; }
    // What another thread finds that loads it.
    Taint as_exchanged() const { return {false, true, handed, data}; }
    // What this says of a value that is found by it, as in a table.
    Taint as_address() const {
      return data && (own || handed) ? Taint{own, false, handed, true} : Taint{};
    }
  };
  // A register of a warp: lanes.
  struct SlotTaint {
    uint32_t own = 0, exchanged = 0, handed = 0, data = 0;
    Taint of(unsigned lane) const {
      const auto has = [&](uint32_t lanes) { return (lanes >> lane & 1) != 0; };
      return {has(own), has(exchanged), has(handed), has(data)};
    }
    void set(unsigned lane, Taint t);
    // In `lanes`, what is set in `from` is set here, too.
    void join(const SlotTaint& from, uint32_t lanes);
    void clear(uint32_t lanes) {
      own &= ~lanes, exchanged &= ~lanes, handed &= ~lanes, data &= ~lanes;
    }
  };
  using FrameTaint = std::vector<SlotTaint>;
  // A byte of shared memory: who stored it (a thread's number + 1, 0: nobody) and what.
  struct Cell {
    uint32_t writer = 0;
    Taint taint;
  };
  struct BlockTaint {
    std::vector<std::unordered_map<const Frame*, FrameTaint>> warps;
    std::vector<std::unordered_map<uint64_t, Taint>> local;  // by warp, then byte * 32 + lane
    std::vector<Cell> shared;
  };
  struct Stored {
    uint64_t all = 0, exchanged = 0;  // bytes
  };

  BlockTaint& of(const Warp& w) { return blocks_.of(*w.block); }
  FrameTaint& frame_of(const Warp& w, const Frame* frame);
  void compute(FrameTaint& f, std::span<const Slot> reads, std::span<const Slot> writes,
               uint32_t lanes);
  void select(const Warp& w, const Record* i, FrameTaint& f, std::span<const Slot> writes,
              uint32_t lanes);
  void frame_starts(const Warp& w);
  void leave(const Warp& w, uint32_t lanes);
  void move_area(const Warp& w, const Record* i, FrameTaint& f, uint32_t lanes, bool is_load);
  Slot data_slot(const Warp& w, const Record* i, uint32_t element) const;
  Taint load(const AccessEvent& e, unsigned lane, uint64_t address, uint32_t bytes);
  Taint of_address(const AccessEvent& e, unsigned lane);
  // What `lane` finds there, by whatever address.
  Taint found(const AccessEvent& e, unsigned lane, uint64_t address, uint32_t bytes);
  void store(const AccessEvent& e, unsigned lane, uint64_t address, uint32_t bytes, Taint taint);
  void update(const AccessEvent& e);
  void use_object(Warp& w, const Record* i, FrameTaint& f, uint32_t lanes);

  size_t followed_;
  std::unordered_set<uint64_t> followed_blocks_;
  bool is_followed_ = false;  // the launch that is running
  LaunchState* launch_ = nullptr;
  std::unique_ptr<InstructionFacts> facts_;
  PerBlock<BlockTaint> blocks_;
  std::unordered_map<int, std::unordered_map<int, Stored>> stored_;  // by buffer, then line
};

}  // namespace warplab::sim
