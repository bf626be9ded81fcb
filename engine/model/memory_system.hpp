#pragma once
// What is behind the load and store pipe of one modelled multiprocessor: shared memory, L1, and its
// share of L2 and DRAM. Each is a queue: a request begins when all before it are served, takes its
// bytes over the bandwidth, and its answer comes a latency later. Time is in clk of the
// multiprocessor.
#include <unordered_map>
#include <vector>

#include "model/l1_cache.hpp"
#include "model/prepared.hpp"

namespace warplab::model {

// A resource that serves one thing after the other.
struct Queue {
  double free = 0;  // from when on
  double busy = 0;  // clk in all

  // Serves something that comes at `now` and takes `clk`; returns when it begins.
  double serve(double now, double clk) {
    const double begin = free > now ? free : now;
    free = begin + clk;
    busy += clk;
    return begin;
  }
};

// Under which conditions the multiprocessor works. L2 is as it is where times are measured: full of
// what was written to something else before, so that whatever comes in drives that out first.
struct MemoryConditions {
  double sharers = 1;         // multiprocessors among which L2 and DRAM are divided, on average
  double l1_bytes = 0;        // what shared memory leaves of it
  double resident_bytes = 0;  // what all resident blocks of the GPU touch
};

class MemorySystem {
 public:
  MemorySystem(const Gpu& gpu, const PreparedLaunch& launch, const MemoryConditions& conditions);

  struct Served {
    double accepted = 0;  // from then on the warp goes on
    double ready = 0;     // when the result is there
  };
  // A memory instruction of a warp at `now`. `round`: how often the recorded blocks have been
  // replayed before; a block that is replayed again stands for another one, with other lines.
  Served access(const PreparedBlock& block, const Step& step, uint64_t round, double now);

  // The part of DRAM's peak that it reaches while it is busy.
  double dram_part() const { return dram_part_; }
  // When everything that was asked for is done.
  double drained() const;

  // `addresses`: the load and store pipe; `data`: shared memory and L1; `atomics`: the busiest
  // slice.
  Queue addresses, data, l2, l2_writes, dram, atomics;
  double l2_read_bytes = 0, l2_write_bytes = 0, dram_read_bytes = 0, dram_write_bytes = 0;

 private:
  Served shared(const data::TraceAccess& access, const Step& step, double now);
  Served load(const PreparedBlock& block, const data::TraceAccess& access, uint64_t round,
              double now);
  Served store(const PreparedBlock& block, const data::TraceAccess& access, uint64_t round,
               double now);
  Served atomic(const PreparedBlock& block, const data::TraceAccess& access, const Step& step,
                double now);
  // When the sectors of a line are there that L1 does not have.
  double from_l2(const LineTouch& touch, uint8_t sectors, double now);
  // What DRAM takes for what a request touches, clk a byte.
  double clk_per_byte(const LineTouch& touch) const {
    return touch.is_scattered ? scattered_clk_per_byte_ : dram_clk_per_byte_;
  }
  // When what atomics touch first of a line is there, from DRAM where L2 has it not; it goes back
  // there later.
  double fetched(const LineTouch& touch, double now);
  // What the lanes of one request update in a sector: one after the other if at one address.
  struct Update {
    uint64_t address = 0;
    double turns = 1;
    bool is_whole = true;  // numbers or bits
  };
  // When that is done. A piece of memory that several of the recorded blocks update is taken to be
  // updated by all multiprocessors, at one slice of L2. Where each block has pieces of its own, its
  // updates come one after the other, and slices are drawn in turn for the other blocks' updates.
  // Of floats the next update of a sector waits for the sum of the one before.
  double updated(const Update& update, double now);
  // Of what a block loads first, the part that another one has loaded at any time and L2 has lost.
  double lost_since(const BufferFootprint& buffer, bool pairs) const;
  // A line's number in L1: another block has lines of its own unless it shares the buffer's.
  uint64_t number_in_l1(const data::TraceLine& line, const LineTouch& touch, uint64_t round) const;
  // When so many more sectors can be waited for; and that they are.
  double room(double now, int sectors) const;
  void taken_until(double when, int sectors);
  // Of `amount`, which is due with that likelihood, what is counted now, so that the sum is right.
  static double due(double amount, double likelihood, double& owed);

  // What a request waits for at its own slice or channel while others are idle: requests come at
  // random, so this is the mean wait of an M/D/1 queue of that utilisation.
  static double contention(const Queue& queue, double now, double clk);

  const Gpu& gpu_;
  const Footprint& footprint_;
  double sharers_, l2_clk_per_byte_, l2_write_clk_per_byte_, dram_clk_per_byte_,
      scattered_clk_per_byte_;
  double dram_part_, dram_contention_clk_;
  double miss_again_;   // likelihood that L2 has lost what a block touched before
  double written_out_;  // part of what is written that goes to DRAM while the kernel runs
  double drives_out_;  // of what comes into L2, the part for which older data must be written first
  L1Cache l1_;
  Queue write_port_, constants_;
  std::vector<double> in_flight_;  // when each place is free again, a ring
  size_t next_slot_ = 0;
  std::vector<double> owed_loads_, owed_again_, owed_writes_, owed_evictions_;  // by buffer
  std::vector<Queue> slices_;  // of L2, where atomics wait for each other
  struct Piece {
    uint64_t block = 0;      // that updates it
    bool is_shared = false;  // several do
    Queue queue;             // where only one does
  };
  std::unordered_map<uint64_t, Piece> pieces_;   // of memory, that are updated
  std::unordered_map<uint64_t, Queue> sectors_;  // whose floats are updated
  uint64_t next_slice_ = 0;
  double latest_ = 0;
};

}  // namespace warplab::model
