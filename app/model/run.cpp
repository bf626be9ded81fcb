#include "model/run.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace warplab::app {
namespace {

using Clock = std::chrono::steady_clock;

// A progress bar needs no more pictures a second than this.
constexpr auto kProgressPause = std::chrono::milliseconds(100);

// All but one core: the window stays smooth while the simulator works.
unsigned simulator_threads() { return std::max(1u, std::thread::hardware_concurrency() - 1); }

Pictures take_pictures(const exercise::Exercise& exercise, verdict::ExerciseResult& result) {
  Pictures pictures;
  for (verdict::Picture& from : result.pictures)
    pictures.push_back(std::make_shared<const Picture>(std::move(from), exercise));
  result.pictures.clear();
  return pictures;
}

// Further runs are kept as long as the verdict is shown, so their pictures must be small.
constexpr size_t kLargestFurtherPicture = 1 << 20;
bool worth_further_runs(const Pictures& pictures) {
  size_t bytes = 0;
  for (const auto& picture : pictures) bytes += picture->bytes();
  return bytes > 0 && bytes <= kLargestFurtherPicture;
}

}  // namespace

Runner::Runner(Grade grade, std::function<void()> wake)
    : grade_(std::move(grade)), wake_(std::move(wake)) {}

Runner::~Runner() { cancel_ = true; }

verdict::Progress Runner::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Runner::start(RunRequest request) {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
  slug_ = request.exercise.slug;
  started_ = Clock::now();
  cancel_ = false;
  running_ = busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    progress_ = {"starting", 0};
    outcome_.reset();
    further_.clear();
  }
  thread_ = std::jthread([this, request = std::move(request)] { run(request); });
}

void Runner::run(const RunRequest& request) {
  auto outcome = std::make_shared<RunOutcome>();
  outcome->slug = request.exercise.slug;
  outcome->source = request.source;
  outcome->time = std::chrono::system_clock::now();

  Clock::time_point last_wake{};
  verdict::GradeOptions options;
  options.threads = simulator_threads();
  options.keep_pictures = !request.exercise.views.empty();
  options.compute_capability = request.compute_capability;
  options.cancel = &cancel_;
  options.progress = [&](const verdict::Progress& progress) {
    {
      const std::lock_guard lock(mutex_);
      progress_ = progress;
    }
    const Clock::time_point now = Clock::now();
    if (now - last_wake < kProgressPause) return;
    last_wake = now;
    wake_();
  };
  try {
    outcome->result = grade_(request.exercise, request.source, options);
    outcome->pictures = take_pictures(request.exercise, outcome->result);
  } catch (const std::exception& exception) {
    outcome->result.slug = request.exercise.slug;
    outcome->result.grader_failed = true;
    outcome->result.error = std::string("The run could not be made: ") + exception.what() + ".";
  }
  outcome->cancelled = cancel_;
  outcome->seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const bool go_on = !cancel_ && worth_further_runs(outcome->pictures);
  {
    const std::lock_guard lock(mutex_);
    outcome_ = std::move(outcome);
  }
  running_ = false;
  wake_();
  if (go_on) run_further(request, options);
  busy_ = false;
  wake_();
}

void Runner::run_further(const RunRequest& request, const verdict::GradeOptions& ordinary) {
  verdict::GradeOptions options = ordinary;
  options.progress = nullptr;
  const auto add = [&](bool of_starter, uint64_t schedule) {
    if (cancel_) return;
    options.schedule_seed = schedule;
    try {
      verdict::ExerciseResult result =
          grade_(request.exercise, of_starter ? request.racy_starter : request.source, options);
      FurtherRun run{of_starter, schedule, take_pictures(request.exercise, result)};
      if (cancel_ || run.pictures.empty()) return;
      const std::lock_guard lock(mutex_);
      further_.push_back(std::move(run));
    } catch (const std::exception&) {  // its picture is missing, and the verdict stands
    }
    wake_();
  };
  if (!request.racy_starter.empty()) add(true, 0);
  for (const uint64_t schedule : request.further_schedules) {
    if (!request.racy_starter.empty()) add(true, schedule);
    add(false, schedule);
  }
}

std::shared_ptr<const RunOutcome> Runner::take_outcome() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcome_, nullptr);
}

std::vector<FurtherRun> Runner::take_further_runs() {
  const std::lock_guard lock(mutex_);
  return std::exchange(further_, {});
}

}  // namespace warplab::app
