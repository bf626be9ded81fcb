#pragma once
// The counters of a launch, by line and by buffer, and the work that it has done.
#include <map>

#include "sim/access.hpp"
#include "specification/access_cost.hpp"
#include "specification/device_memory.hpp"
#include "specification/warp_state.hpp"
#include "sim/report.hpp"

namespace warplab::sim::plain {

// Lanes of an access by memory, with address or offset.
using Places = std::map<unsigned, Place>;

class Tally {
 public:
  Tally(const DeviceMemory& memory, Report& report) : memory_(memory), report_(report) {
    traffic_.buffers.resize(report.writers.size());  // one for each buffer of the run
  }
  // Of the instruction that the warp's running split is at.
  void count(const Warp& warp, Counter counter, uint64_t amount);
  void count_access(Warp& warp, const Places& places, unsigned bytes, AccessKind kind);
  // A request of shared memory.
  void count_shared(const Warp& warp, const BankCost& cost, AccessKind kind);
  // Of a block that has ended.
  void count_busiest(const Block& block);
  void count_by_buffer(const Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                       AccessKind kind);
  // All that has been counted so far, but for work; and back to that.
  struct Counted {
    Counters total;
    LineCounters lines;
    TrafficByBuffer traffic;
  };
  Counted counted() const { return {total_, lines_, traffic_}; }
  void forget_since(const Counted& before) {
    total_ = before.total, lines_ = before.lines, traffic_ = before.traffic;
  }
  // sim/work.hpp
  void add_work(Warp& warp, uint64_t units);
  void add_work_of_access(Warp& warp, const Places& places);
  uint64_t work() const { return report_.work; }  // of all launches so far

  const Counters& total() const { return total_; }
  const LineCounters& lines() const { return lines_; }
  const TrafficByBuffer& traffic() const { return traffic_; }

 private:
  Counters& line_counters(const Warp& warp);
  void add_work_of_other_pages(Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                               AccessKind kind);
  const Allocation* allowed_at(uint64_t address, unsigned bytes, AccessKind kind) const;

  const DeviceMemory& memory_;
  Report& report_;
  Counters total_;
  LineCounters lines_;
  TrafficByBuffer traffic_;
};

}  // namespace warplab::sim::plain
