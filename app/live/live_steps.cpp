#include "live/live_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <thread>
#include <utility>

#include "exercise/fill_kinds.hpp"
#include "verdict/plan/read_source.hpp"

namespace warplab::app {
namespace {

using verdict::PreparedRun;
using verdict::RunMemory;
using Bytes = std::vector<std::vector<std::byte>>;

// Pictures by chance are the same ones each time that somebody looks.
constexpr uint64_t kSeed = 1;

// Half of the machine's cores for the student's kernel, half for the reference. The number changes
// no result.
unsigned threads_of_a_kernel() {
  return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

Bytes copy_of(const RunMemory& memory) {
  Bytes copies;
  for (const worker::SharedMemory& one : memory)
    copies.emplace_back(one.bytes().begin(), one.bytes().end());
  return copies;
}

void put_back(const Bytes& copies, const RunMemory& memory) {
  for (size_t i = 0; i < copies.size(); ++i)
    std::ranges::copy(copies[i], memory[i].bytes().begin());
}

bool have_same_sizes(const RunMemory& a, const RunMemory& b) {
  return std::ranges::equal(
      a, b, {}, [](const auto& one) { return one.bytes().size(); },
      [](const auto& one) { return one.bytes().size(); });
}

// What decides the content of a buffer in Live: the fill and the numbers that it sees.
std::string origin_of(const exercise::Fill& fill, const exercise::Case& setup, size_t index) {
  std::string text = fmt::format("{} {} {} {} {} {} ", fill.kind->name, fill.value, fill.start,
                                 fill.step, fill.low, fill.high);
  text += fmt::format("{} {} ", static_cast<const void*>(fill.picture.get()),
                      bytes_of(setup.buffers[index]));
  if (fill.formula) {
    text += fill.formula->text();
    for (const std::string& name : fill.formula->names()) {
      if (const auto found = fill.parameters.find(name); found != fill.parameters.end())
        text += fmt::format(" {}={}", name, found->second);
    }
  }
  for (const auto& [name, value] : setup.values) text += fmt::format(" {}={}", name, value);
  return text;
}

}  // namespace

LiveStepsMachine::LiveStepsMachine(verdict::StartWorker start_worker)
    : start_worker_(std::move(start_worker)) {}

Result<bool> LiveStepsMachine::prepare(const LiveRequest& request,
                                       const std::atomic<bool>& cancel) {
  if (!request.exercise.live) return Error{"The exercise has no [live] to show."};
  const bool is_same = exercise_ && exercise_->hash == request.exercise.hash &&
                       exercise_->folder == request.exercise.folder;
  if (!is_same) {
    exercise_ = std::make_unique<exercise::Exercise>(request.exercise);
    forget_kernels();
    ours_ = {};
    theirs_ = {};
  }
  const bool wants_comparison =
      request.compares && can_compare() && !exercise_->reference_file.empty();
  // Without a reference, or with one that has not made the steps so far, there is nothing to
  // compare with until a new beginning.
  const bool keeps = is_same && wants_comparison == compares_ && !request.begins_at;
  if (!kernel_.worker || source_ != request.source ||
      compute_capability_ != request.compute_capability) {
    kernel_ = LiveKernel();
    Result<LiveKernel> made = compile_for_live(*exercise_, exercise_->student_file, request.source,
                                               request.compute_capability, start_worker_, cancel);
    if (!made) return Error{made.error()};
    kernel_ = std::move(*made);
    source_ = request.source;
    compute_capability_ = request.compute_capability;
  }
  compares_ = wants_comparison;
  if (compares_ && !reference_.worker) {
    const Result<std::string> text =
        verdict::read_source(exercise_->folder / exercise_->reference_file);
    if (!text) return Error{"The reference: " + text.error()};
    Result<LiveKernel> made = compile_for_live(*exercise_, exercise_->reference_file, *text,
                                               request.compute_capability, start_worker_, cancel);
    if (!made) return Error{"The reference: " + made.error()};
    reference_ = std::move(*made);
  }
  return make_runs(request.values, keeps);
}

Result<bool> LiveStepsMachine::change(const exercise::LiveValues& values) {
  return make_runs(values, true);
}

// New inputs where their values are others, and the outputs as they are where they still fit.
Result<bool> LiveStepsMachine::make_runs(const exercise::LiveValues& values, bool keeps_content) {
  auto shown = std::make_unique<exercise::Exercise>(
      exercise::exercise_for_live(*exercise_, values, static_cast<int64_t>(done_)));
  verdict::PlannedRun plan;
  plan.size = shown->sizes.front();
  plan.variant = &shown->variants.front();
  plan.seed = kSeed;
  plan.seed_index = exercise::kRandomFills;
  plan.graded = true;
  const auto make = [&](const std::optional<Dim3>& block, std::shared_ptr<const RunMemory> inputs) {
    return verdict::prepare_run(*shown, plan, block, std::move(inputs));
  };
  std::shared_ptr<const RunMemory> inputs;
  std::vector<std::string> made_from(shown->buffers.size());
  {
    const Result<exercise::Case> setup =
        exercise::instantiate(*shown, plan.size, *plan.variant, plan.seed, kernel_.block);
    if (!setup) return Error{setup.error()};
    auto memory = std::make_shared<RunMemory>(shown->buffers.size());
    for (size_t i = 0; i < shown->buffers.size(); ++i) {
      if (shown->buffers[i].role != exercise::Buffer::Role::input) continue;
      made_from[i] = origin_of(shown->buffers[i].fill, *setup, i);
      const bool is_there = ours_.inputs && i < made_from_.size() && made_from_[i] == made_from[i];
      Result<worker::SharedMemory> one =
          is_there
              ? worker::SharedMemory::create(setup->buffers[i].name, bytes_of(setup->buffers[i]))
              : verdict::filled_memory(*shown, *setup, i, plan.seed_index);
      if (!one) return Error{one.error()};
      if (is_there) std::ranges::copy((*ours_.inputs)[i].bytes(), one->bytes().begin());
      (*memory)[i] = std::move(*one);
    }
    inputs = std::move(memory);
  }
  Result<PreparedRun, verdict::NotPrepared> run = make(kernel_.block, inputs);
  if (!run) return Error{run.error()};
  PreparedRun theirs;
  if (compares_) {
    Result<PreparedRun, verdict::NotPrepared> made = make(std::nullopt, inputs);
    if (!made) return Error{made.error()};
    theirs = std::move(*made);
  }
  const bool keeps = keeps_content && have_same_sizes(run->outputs, ours_.outputs) &&
                     have_same_sizes(theirs.outputs, theirs_.outputs);
  if (keeps) {
    run->outputs = std::move(ours_.outputs);
    theirs.outputs = std::move(theirs_.outputs);
  }
  ours_ = std::move(*run);
  theirs_ = std::move(theirs);
  shown_ = std::move(shown);  // the runs point to it
  values_ = values;
  made_from_ = std::move(made_from);
  is_kept_ = false;
  return keeps ? Result<bool>(true) : restart();
}

Result<bool> LiveStepsMachine::restart() {
  done_ = 0;
  is_kept_ = false;
  if (const Result<bool> filled = ours_.refill(); !filled) return filled;
  return compares_ ? theirs_.refill() : Result<bool>(true);
}

Result<bool> LiveStepsMachine::refill_what_is_not_carried(PreparedRun& run) {
  for (size_t i = 0; i < run.outputs.size(); ++i) {
    const std::vector<size_t>& carried = spec().carried;
    if (run.outputs[i].descriptor() < 0 || std::ranges::find(carried, i) != carried.end()) continue;
    const Result<bool> filled =
        exercise::fill(*shown_, run.setup, i, run.plan.seed_index, run.outputs[i].bytes());
    if (!filled) return filled;
  }
  return true;
}

// The arguments of the next step: `iteration` goes on counting.
Result<bool> LiveStepsMachine::set_step(PreparedRun& run, const std::optional<Dim3>& block) {
  Result<exercise::Case> setup =
      exercise::instantiate(*shown_, run.plan.size, *run.plan.variant, run.plan.seed, block);
  if (!setup) return Error{setup.error()};
  run.setup.launches = std::move(setup->launches);
  return refill_what_is_not_carried(run);
}

Result<bool> LiveStepsMachine::simulate(const std::atomic<bool>& cancel) {
  return simulate_for_live(ours_, exercise_->student_file, {}, threads_of_a_kernel(),
                           *kernel_.worker, cancel);
}

Result<bool> LiveStepsMachine::advance(bool, const std::atomic<bool>& cancel) {
  return simulate(cancel);
}

Result<bool> LiveStepsMachine::step_reference(const std::atomic<bool>& cancel) {
  const Result<bool> made = simulate_for_live(theirs_, exercise_->reference_file, {},
                                              threads_of_a_kernel(), *reference_.worker, cancel);
  if (!made) return Error{"The reference: " + made.error()};
  return made;
}

Result<bool> LiveStepsMachine::step_both(const std::atomic<bool>& cancel) {
  shown_->first_iteration =
      exercise::exercise_for_live(*exercise_, values_, static_cast<int64_t>(done_)).first_iteration;
  if (const Result<bool> set = set_step(ours_, kernel_.block); !set) return set;
  std::future<Result<bool>> beside;
  if (compares_) {
    if (const Result<bool> set = set_step(theirs_, std::nullopt); !set) return set;
    beside = std::async(std::launch::async, [&] { return step_reference(cancel); });
  }
  const Result<bool> made = advance(is_kept_, cancel);
  const Result<bool> compared = beside.valid() ? beside.get() : Result<bool>(true);
  return made ? compared : made;
}

void LiveStepsMachine::forget_kernels() {
  kernel_ = LiveKernel();
  reference_ = LiveKernel();
}

LiveFrame LiveStepsMachine::frame() {
  const auto title = [&](verdict::Picture picture) {
    return std::make_shared<const Picture>(std::move(picture), *shown_);
  };
  const data::Buffer& buffer = ours_.setup.buffers[spec().shown];
  const auto copy = [](const worker::SharedMemory& memory) {
    return std::vector<std::byte>(memory.bytes().begin(), memory.bytes().end());
  };
  verdict::Picture picture{
      buffer.name, buffer.element, buffer.shape, copy(ours_.outputs[spec().shown]), {}};
  picture.tolerance = ours_.setup.tolerances[spec().shown];
  if (compares_) picture.expected = copy(theirs_.outputs[spec().shown]);
  LiveFrame made = count_frame(done_, title(std::move(picture)), false);
  describe(made);
  return made;
}

Result<LiveFrame> LiveStepsMachine::launch(uint64_t step, const std::atomic<bool>& cancel) {
  if (step == 0 || (step != done_ && step != done_ + 1))
    if (const Result<bool> begun = restart(); !begun) return Error{begun.error()};
  if (step != done_ + 1) return frame();
  const Bytes before = copy_of(ours_.outputs), theirs_before = copy_of(theirs_.outputs);
  if (const Result<bool> made = step_both(cancel); !made) {
    put_back(before, ours_.outputs);
    put_back(theirs_before, theirs_.outputs);
    is_kept_ = false;
    // Either process may be gone; both are quickly made again.
    forget_kernels();
    return Error{made.error()};
  }
  ++done_;
  is_kept_ = true;
  return frame();
}

}  // namespace warplab::app
