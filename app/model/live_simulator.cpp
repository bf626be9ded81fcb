#include "model/live_simulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/run.hpp"
#include "verdict/gate_of_finding.hpp"
#include "verdict/grade.hpp"
#include "verdict/graded_run.hpp"
#include "verdict/kernel_source.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::app {
namespace {

// One launch of a picture's size takes milliseconds; what takes this long does not end.
constexpr std::chrono::milliseconds kLaunchTime{20'000};

std::string first_error(const compile::Compiled& compiled) {
  for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
    if (diagnostic.severity == compile::Diagnostic::Severity::error)
      return diagnostic.line > 0 ? fmt::format("It does not compile. Line {}: {}", diagnostic.line,
                                               diagnostic.message)
                                 : "It does not compile: " + diagnostic.message;
  return "It does not compile.";
}

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

  worker::Outcome<std::unique_ptr<worker::Worker>> started = start(worker::Limits{});
  if (!started) return Error{started.failure.message};
  live->worker = std::move(*started.value);
  worker::Outcome<compile::Compiled> compiled =
      live->worker->compile(verdict::kernel_source(live->exercise, live->exercise.student_file,
                                                   request.source, request.compute_capability),
                            &cancel);
  if (!compiled) return Error{compiled.failure.message};
  live->compiled = std::move(*compiled.value);
  if (!live->compiled.ok) return Error{first_error(live->compiled)};

  std::optional<Dim3> block;
  if (live->exercise.student_chooses_block) {
    const worker::Outcome<std::optional<std::vector<uint8_t>>> variable =
        live->worker->variable(verdict::kBlockVariable);
    if (!variable) return Error{variable.failure.message};
    if (*variable.value) {
      const Result<Dim3> choice = verdict::block_choice(live->exercise, **variable.value);
      if (!choice) return Error{choice.error()};
      block = *choice;
    }
  }
  const verdict::PlannedRun plan = verdict::plan_runs(live->exercise, 1, request.source).back();
  Result<verdict::PreparedRun, verdict::NotPrepared> run =
      verdict::prepare_run(live->exercise, plan, block);
  if (!run) return Error{run.error()};
  live->run = std::move(*run);
  const std::optional<size_t> shown = shown_buffer(*live);
  if (!shown) return Error{"The exercise shows no buffer that the kernel writes."};
  live->shown = *shown;
  live->adds_up = starts_with_zeros(*live->run.setup.specs[*shown]);

  verdict::Reference reference(live->exercise, start, 1, request.compute_capability);
  const worker::Outcome<verdict::Reference::Expected> expected =
      reference.expected(live->run, {}, &cancel);
  if (!expected) return Error{expected.failure.message};
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
  sim::Options options;
  options.schedule = sim::Schedule::numbered(schedule);
  options.student_file = live.exercise.student_file;
  // That there is a race is known; here its consequences are looked at.
  options.exact_tracking = false;
  options.keep_writers = false;
  const worker::Outcome<sim::Report> report =
      verdict::simulate(live.run, options, kLaunchTime, *live.worker, {}, &cancel);
  if (!report) return Error{report.failure.message};
  if (report.value->cancelled) return Error{"The launch was cancelled."};
  // Races are what is looked at. Accesses that leave their buffers were not made, so that what is
  // in the buffers would not be what a GPU makes of them.
  for (const sim::Finding& finding : report.value->findings)
    if (!report.value->completed || verdict::gate_of(finding.kind) == "in_bounds")
      return Error{finding.message};
  if (!report.value->completed) return Error{"The launch did not end."};
  return true;
}

Result<LiveFrame> SimulatorMachine::launch(uint64_t schedule, const std::atomic<bool>& cancel) {
  if (const Result<bool> launched = simulate_launch(*case_, schedule, cancel); !launched)
    return Error{launched.error()};
  return count_frame(schedule, case_->picture(), case_->adds_up);
}

}  // namespace warplab::app
