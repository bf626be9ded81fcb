#include "model/run.hpp"

#include <algorithm>
#include <exception>

namespace warplab::app {
namespace {

using Clock = std::chrono::steady_clock;

// A progress bar needs no more pictures a second than this.
constexpr auto kProgressPause = std::chrono::milliseconds(50);

// All but one core: the window stays smooth while the simulator works.
unsigned simulator_threads() { return std::max(1u, std::thread::hardware_concurrency() - 1); }

std::vector<std::shared_ptr<const Picture>> take_pictures(const exercise::Exercise& exercise,
                                                          verdict::ExerciseResult& result) {
  std::vector<std::shared_ptr<const Picture>> pictures;
  for (verdict::Picture& from : result.pictures)
    pictures.push_back(std::make_shared<const Picture>(std::move(from), exercise));
  result.pictures.clear();
  return pictures;
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
  slug_ = request.exercise.slug;
  started_ = Clock::now();
  cancel_ = false;
  running_ = true;
  {
    const std::lock_guard lock(mutex_);
    progress_ = {"starting", 0};
    outcome_.reset();
  }
  thread_ = std::jthread([this, request = std::move(request)] { run(request); });
}

void Runner::run(const RunRequest& request) {
  auto outcome = std::make_shared<RunOutcome>();
  outcome->slug = request.exercise.slug;
  outcome->source = request.source;
  outcome->time = std::chrono::system_clock::now();
  const Clock::time_point start = Clock::now();

  const double share = 1.0 / static_cast<double>(1 + request.further_schedules.size());
  double begin = 0;
  Clock::time_point last_wake{};
  verdict::GradeOptions options;
  options.threads = simulator_threads();
  options.keep_pictures = !request.exercise.views.empty();
  options.compute_capability = request.compute_capability;
  options.cancel = &cancel_;
  options.progress = [&](const verdict::Progress& progress) {
    {
      const std::lock_guard lock(mutex_);
      progress_ = {progress.doing, begin + share * progress.fraction};
    }
    const Clock::time_point now = Clock::now();
    if (now - last_wake < kProgressPause) return;
    last_wake = now;
    wake_();
  };
  try {
    outcome->result = grade_(request.exercise, request.source, options);
    outcome->pictures = take_pictures(request.exercise, outcome->result);
    for (const uint64_t schedule : request.further_schedules) {
      if (cancel_ || outcome->pictures.empty()) break;
      begin += share;
      options.schedule_seed = schedule;
      verdict::ExerciseResult other = grade_(request.exercise, request.source, options);
      outcome->other_schedules.push_back(take_pictures(request.exercise, other));
    }
  } catch (const std::exception& exception) {
    outcome->result.slug = request.exercise.slug;
    outcome->result.grader_failed = true;
    outcome->result.error = std::string("The run could not be made: ") + exception.what() + ".";
  }
  outcome->cancelled = cancel_;
  outcome->seconds = std::chrono::duration<double>(Clock::now() - start).count();
  {
    const std::lock_guard lock(mutex_);
    outcome_ = std::move(outcome);
  }
  running_ = false;
  wake_();
}

std::shared_ptr<const RunOutcome> Runner::take_outcome() {
  if (running_) return nullptr;
  const std::lock_guard lock(mutex_);
  return std::exchange(outcome_, nullptr);
}

}  // namespace warplab::app
