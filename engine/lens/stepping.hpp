#pragma once
// One block of a student's kernel, walked through in a locked process (worker/walk_worker.hpp), in
// any run that a grading makes. Grading itself is not touched by it.
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "lens/variables.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "worker/walk_worker.hpp"

namespace warplab::lens {

// Which block.
struct BlockChoice {
  // The run, as verdict::Mismatch::where: "rows 96, cols 33, seed 2". Empty: the graded one.
  std::string where;
  int launch = 0;      // of the run's launches
  uint64_t block = 0;  // in the grid, x fastest
  // The launch's other blocks run, too, in `order`. False: the block is alone, as if it came first,
  // and only in an order that is random or the default one.
  bool whole_launch = false;
  sim::Schedule order;
  // The text with notes on its variables (compile/variable_notes.hpp): it computes the same with
  // other instructions. Where a text with notes does not compile it is the text as it is.
  bool variables = false;
  friend bool operator==(const BlockChoice&, const BlockChoice&) = default;
};

struct OpenBlock {
  BlockChoice choice;  // with its `where`
  data::StepWalk walk;
  std::vector<Variable> variables;    // where they are asked for
  std::string launch;                 // what the exercise calls it
  size_t launches = 0;                // of the run
  std::vector<data::Buffer> buffers;  // of the run, without their bytes
};

// Of a launch whose blocks run together, in units of sim/work.hpp: what a processor does in a
// quarter of a second. The runs in which two orders are found are shorter (two_orders.cpp).
constexpr uint64_t kMostWorkTogether = 12'000'000;

// One text of one exercise, which is compiled once. Calls are made by one thread at a time.
class Stepping {
 public:
  // The exercise must outlive this. `seed` as for grading, `most_work` of a launch whose blocks run
  // together.
  Stepping(const exercise::Exercise& exercise, std::string source, uint64_t seed,
           uint64_t most_work = kMostWorkTogether);

  // Of the run of that label, as BlockChoice::where, without running anything.
  Result<std::vector<data::Launch>> launches(const std::string& where,
                                             const std::atomic<bool>* cancel = nullptr);
  // The label of the first check whose buffers are all small enough to be shown whole, as the
  // statement's own example is, and of some elements; empty: there is none.
  Result<std::string> small_run(const std::atomic<bool>* cancel = nullptr);
  // The Error is a sentence: it does not compile, cannot be launched, or did not come so far.
  Result<OpenBlock> open(const BlockChoice& choice, std::chrono::milliseconds time_limit,
                         const std::atomic<bool>* cancel = nullptr);
  // Of the block that was opened last.
  Result<data::StepState> state_at(uint32_t position, uint32_t warp, uint32_t lane);
  // None: there is no such place in that direction.
  Result<std::optional<data::StepState>> find(const data::StepSearch& search, uint32_t warp,
                                              uint32_t lane);
  // The lines of the PTX that is walked, of which StepInstruction::ptx_line counts from 1.
  const std::vector<std::string>& ptx() const { return ptx_; }

 private:
  Result<bool> compile(const std::atomic<bool>* cancel);
  Result<bool> choose_text(bool with_variables, const std::atomic<bool>* cancel);
  Result<bool> prepare(const std::string& where);

  const exercise::Exercise& exercise_;
  const std::string source_;
  const uint64_t seed_, most_work_;
  std::unique_ptr<worker::WalkWorker> worker_;
  std::optional<Dim3> block_;  // the student's choice
  std::vector<std::string> ptx_;
  compile::NotedSource noted_;
  bool has_variables_ = false;  // it is the noted text that the worker has
  std::vector<verdict::PlannedRun> plan_;
  std::optional<verdict::PreparedRun> run_;
};

}  // namespace warplab::lens
