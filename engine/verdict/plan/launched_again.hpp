#pragma once
// Is an answer right each time the kernels are launched, or only the first time? In a program they
// are launched again and again, on other data, and the module's variables keep what the launch
// before has left in them: a counter that nobody sets back, or a result that is kept. A run of
// which that may be so is made once more behind other launches of the same size.
#include <optional>
#include <string>

#include "verdict/plan/orders.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// Bounds what such runs cost together, in warp instructions: the same file is tried in the same of
// its runs on every machine.
class AgainPlan {
 public:
  static constexpr uint64_t kMostCost = 24'000'000;

  // Of a run that ended with the right answer; `first` is what it was. None where its launches have
  // written no variable of the module, or where it would cost too much.
  std::optional<OrderTrial> trial(const PreparedRun& run, const sim::Report& first);

 private:
  uint64_t left_ = kMostCost;
};

// The launches of `run`, with the variables as launches on other data have left them, which are
// drawn by `seed`. It shares the inputs of `run`.
Result<PreparedRun, NotPrepared> launched_again(const PreparedRun& run, exercise::Seed seed,
                                                std::optional<Dim3> block);

// "rows 7, seed 1, launched again"
std::string place_launched_again(const std::string& where);

// For a mismatch of such a run; `element` is "out[3]".
Saying launched_again_sentence(const Mismatch& mismatch, const std::string& element);

}  // namespace warplab::verdict
