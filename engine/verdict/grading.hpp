#pragma once
// One call of grade(): the steps in their order (grade.cpp), the runs and what is asked of them
// (grading_runs.cpp), what they saw, and the result.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/draw.hpp"
#include "verdict/grade.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/plan/launched_again.hpp"
#include "verdict/plan/orders.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/plan/work_budget.hpp"
#include "verdict/run/student_worker.hpp"
#include "verdict/run/tracking_plan.hpp"
#include "verdict/run/uninitialized.hpp"

namespace warplab::verdict {

// Why there is no score where a worker failed, and it was not the student's doing.
NotGraded why_not(const worker::Failure& failure);

// The size and the inputs of a run, as a result names those that were drawn.
std::string text_of_drawn(const PlannedRun& run);

class Grading {
 public:
  Grading(const exercise::Exercise& exercise, const std::string& source,
          const GradeOptions& options);

  ExerciseResult run();

 private:
  // Every step returns whether the next one can be taken; if not, evidence_.stop says why.
  bool stop(std::string_view gate, Saying says, int line = 0) {
    evidence_.stop = Stop{std::string(gate), std::move(says), line, {}};
    return false;
  }
  // What went wrong is not the student's.
  bool give_up(NotGraded why, Saying says) {
    result_.grader_failed = true;
    result_.not_graded = why;
    return stop("", std::move(says));
  }
  bool cancelled() {
    result_.interrupted = true;
    result_.not_graded = NotGraded::interrupted;
    return stop("", say(Says::run_cancelled));
  }
  // The steps, as run() takes them; those of the runs are in grading_runs.cpp.
  bool compile();
  bool choose_block();
  void make_runs(const std::vector<PlannedRun>& runs);
  void find_writing_line();
  void look_at_what_was_left();
  void look_for_undefined_variables();
  void run_on_gpu(const std::vector<GateResult>& built_ins);
  void model_runs(const std::vector<PlannedRun>& runs, const std::vector<GateResult>& built_ins);
  void look_at_predictions();

  // One run, and what is asked of it.
  bool make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs);
  bool judge_later_stages(PreparedRun& run, Reference::Expected& expected,
                          const sim::Options& options, sim::Report& report);
  sim::Options limits_for(const PreparedRun& run, uint64_t reference);
  bool score_is_lost() const;
  bool repeat_in_other_orders(PreparedRun& run, const RunMemory& expected,
                              const std::vector<OrderTrial>& trials, const sim::Report& first);
  bool launch_again(PreparedRun& run, const RunMemory& expected, const OrderTrial& trial);
  sim::Options options_of_run() const;
  void note(const PlannedRun& plan, const sim::Report& report, const std::string& where);
  bool failed_in_worker(const worker::Failure& failure, const Saying& where);
  bool failed_in_reference(const worker::Failure& failure, const std::string& where);

  void tell(const std::string& doing, double fraction, bool is_timing = false) const {
    if (options_.progress) options_.progress({doing, std::min(fraction, 1.0), is_timing});
  }

  const exercise::Exercise& exercise_;
  const std::string& source_;
  const GradeOptions& options_;
  const exercise::Draw draw_;
  Reference* reference_;
  std::unique_ptr<Reference> own_reference_;
  bool is_last_run_ = false;
  StudentWorker student_;
  std::optional<Dim3> block_;               // the student's choice
  std::optional<PlannedRun> mismatch_run_;  // that of evidence_.mismatch
  WorkBudget budget_;
  TrackingPlan tracking_;
  std::vector<MeasuredRun> measured_;
  // The kernel has variables that are declared without a value, or its PTX reads registers that it
  // may not have written.
  bool may_use_undefined_ = false;
  OrderPlan orders_;
  AgainPlan again_;
  Evidence evidence_;
  ExerciseResult result_;
};

}  // namespace warplab::verdict
