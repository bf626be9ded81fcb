#include "live/live_simulator.hpp"

#include <algorithm>
#include <utility>

#include "results/run.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/run/graded_run.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

// The buffer that is looked at: the first view of something that the kernel writes.
std::optional<size_t> shown_buffer(const LiveCase& live) {
  for (const exercise::View& view : live.exercise.views)
    for (size_t i = 0; i < live.run.setup.buffers.size(); ++i)
      if (live.run.setup.buffers[i].name == view.buffer &&
          exercise::is_answer(*live.run.setup.specs[i]))
        return i;
  return std::nullopt;
}

bool starts_with_zeros(const exercise::Buffer& buffer) {
  return buffer.role == exercise::Buffer::Role::inout && buffer.fill.is(exercise::kConstantFill) &&
         buffer.fill.value == 0 && buffer.fill.patches.empty();
}

}  // namespace

std::shared_ptr<const Picture> LiveCase::picture() const {
  return std::make_shared<const Picture>(verdict::picture_of(run, shown, *expected), exercise);
}

Result<std::unique_ptr<LiveCase>> make_live_case(const LiveRequest& request,
                                                 const verdict::StartWorker& start,
                                                 const std::atomic<bool>& cancel) {
  auto live = std::make_unique<LiveCase>();
  live->exercise = for_pictures(request.exercise);
  if (live->exercise.sizes.empty()) return Error{"The exercise has no graded size to show."};

  Result<LiveKernel> kernel =
      compile_for_live(live->exercise, live->exercise.student_file, request.source,
                       request.compute_capability, start, cancel);
  if (!kernel) return Error{kernel.error()};
  live->kernel = std::move(*kernel);
  const verdict::PlannedRun plan = verdict::plan_runs(live->exercise, 1, request.source).back();
  Result<verdict::PreparedRun, verdict::NotPrepared> run =
      verdict::prepare_run(live->exercise, plan, live->kernel.block);
  if (!run) return Error{run.error()};
  live->run = std::move(*run);
  const std::optional<size_t> shown = shown_buffer(*live);
  if (!shown) return Error{"The exercise shows no buffer that the kernel writes."};
  live->shown = *shown;
  live->adds_up = starts_with_zeros(*live->run.setup.specs[*shown]);

  verdict::Reference reference(live->exercise, start, 1, request.compute_capability);
  const worker::Outcome<verdict::Reference::Expected> expected =
      reference.expected(live->run, {}, &cancel);
  if (!expected) return Error{words::text_of(expected.failure.says)};
  live->expected = expected.value->answers;
  return live;
}

SimulatorMachine::SimulatorMachine(verdict::StartWorker start_worker)
    : start_worker_(std::move(start_worker)) {}

Result<bool> SimulatorMachine::prepare(const LiveRequest& request,
                                       const std::atomic<bool>& cancel) {
  case_.reset();
  Result<std::unique_ptr<LiveCase>> made = make_live_case(request, start_worker_, cancel);
  if (!made) return Error{made.error()};
  case_ = std::move(*made);
  return true;
}

Result<bool> simulate_launch(LiveCase& live, uint64_t schedule, const std::atomic<bool>& cancel) {
  if (const Result<bool> filled = live.run.refill(); !filled) return Error{filled.error()};
  return simulate_for_live(live.run, live.exercise.student_file, sim::Schedule::numbered(schedule),
                           1, *live.kernel.worker, cancel);
}

Result<LiveFrame> SimulatorMachine::launch(uint64_t schedule, const std::atomic<bool>& cancel) {
  if (const Result<bool> launched = simulate_launch(*case_, schedule, cancel); !launched)
    return Error{launched.error()};
  return count_frame(schedule, case_->picture(), case_->adds_up);
}

}  // namespace warplab::app
