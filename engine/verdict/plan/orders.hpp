#pragma once
// Is an answer right in every order in which threads may run, or only in the one that was tried
// first? Runs whose result can depend on it are repeated in a few others, those that break wrong
// kernels soonest first. Which, and how they are spoken of.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/simulate.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// Of what repetitions may cost, in warp instructions, what each run has that none before it can
// spend: a kernel that takes long at one size is tried at the others all the same.
inline constexpr uint64_t kShareOfRun = 1'000'000;

// One repetition of a run.
struct OrderTrial {
  sim::Schedule schedule;
  bool exact = false;  // races and values that nobody wrote are looked for, too
  uint64_t most_work_of_warp = 0, most_work = 0;  // sim/work.hpp
  uint64_t most_tracking = UINT64_MAX;            // sim::Options::max_tracking_in_all
  uint64_t cost = 0;  // what it was expected to cost, in warp instructions without exact tracking
};

// Chooses repetitions for the runs of one grading, and bounds what they cost together. The bound is
// on warp instructions: the same file gets the same orders on every machine.
class OrderPlan {
 public:
  // In warp instructions without exact tracking: about a second.
  static constexpr uint64_t kMostOrderCost = 24'000'000;
  // In what exact tracking looks at, in all repetitions together: a quarter to half a second.
  // Locks, and memory that each thread asks for and leaves, take many times what their instructions
  // say.
  static constexpr uint64_t kMostTracking = uint64_t{1} << 22;

  // For a run that ended, in the default order, with the right answer. None where no order can
  // change it, or where a repetition would cost too much; where all would, those that show most.
  std::vector<OrderTrial> trials(const sim::Report& first);
  // The trial as far as it may still be tracked exactly, before it is made.
  OrderTrial limited(OrderTrial trial) const;
  // Of a repetition that was made; `trial`: what of it has been counted already.
  void spend(const sim::Report& report, const OrderTrial& trial = {});

 private:
  uint64_t left_ = kMostOrderCost;
  uint64_t tracking_left_ = kMostTracking;
  bool any_ = false;  // a run has been repeated
};

// Of a repetition of the run, in warp instructions.
uint64_t cost_of(const sim::Report& run);

// Options of a repetition of a run that was made with `options`.
sim::Options options_of(const OrderTrial& trial, sim::Options options);

// "rows 7, seed 1, order lockstep": where a repetition is spoken of.
std::string place_of(const std::string& where, const sim::Schedule& schedule);

// "; 3 of 64 elements are wrong then"; empty of one.
Saying wrong_then(const Mismatch& mismatch);

// "out[3] depends on the order in which threads run: it is 32 when one warp runs after the other,
// and 1 when all warps read before any of them writes (n 64, seed 1). ..." `element` is "out[3]".
// For a mismatch that has an order.
Saying order_sentence(const Mismatch& mismatch, const std::string& element);

}  // namespace warplab::verdict
