#include "results/run.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "experiment/asked_predictions.hpp"
#include "results/messages.hpp"

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

// How long a run waits for the window to show that it is timing; one that is hidden shows nothing.
constexpr auto kQuietPatience = std::chrono::milliseconds(300);

// Pictures in further orders are kept as long as the verdict is shown, so they must be small.
constexpr size_t kLargestFurtherPicture = 1 << 20;
bool worth_further_runs(const Pictures& pictures) {
  size_t bytes = 0;
  for (const auto& picture : pictures) bytes += picture->bytes();
  return bytes > 0 && bytes <= kLargestFurtherPicture;
}

bool has_special_inputs(const exercise::Exercise& exercise) {
  return std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                     [](const exercise::Buffer& buffer) { return !buffer.first_fills.empty(); });
}

}  // namespace

exercise::Exercise for_pictures(exercise::Exercise exercise) {
  std::erase_if(exercise.sizes, [](const exercise::SizeSet& size) {
    return size.purpose != exercise::SizeSet::Purpose::graded;
  });
  if (exercise.variants.size() > 1) exercise.variants.resize(1);
  for (exercise::Buffer& buffer : exercise.buffers) {
    if (buffer.first_fills.empty()) continue;
    buffer.fill = buffer.first_fills.front();
    buffer.first_fills.clear();
  }
  return exercise;
}

Runner::Runner(Grade grade, std::function<void()> wake, verdict::StartGpuWorker start_gpu_worker)
    : grade_(std::move(grade)),
      wake_(std::move(wake)),
      start_gpu_worker_(std::move(start_gpu_worker)) {}

Runner::~Runner() { cancel_ = true; }

verdict::Progress Runner::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Runner::confirm_quiet() {
  {
    const std::lock_guard lock(mutex_);
    quiet_is_confirmed_ = true;
  }
  confirmed_.notify_all();
}

void Runner::be_quiet(bool quiet) {
  if (quiet_ == quiet) return;
  std::unique_lock lock(mutex_);
  quiet_is_confirmed_ = false;
  quiet_ = quiet;
  lock.unlock();
  wake_();
  if (!quiet) return;
  lock.lock();
  confirmed_.wait_for(lock, kQuietPatience, [&] { return quiet_is_confirmed_ || cancel_; });
}

// A GPU that does not answer costs its times, with the reason, and nothing else.
void Runner::use_gpu(const RunRequest& request, verdict::GradeOptions& options) {
  options.why_no_gpu = request.why_no_gpu;
  if (!request.gpu) return;
  if (!session_ || session_uuid_ != *request.gpu) {
    session_ = std::make_unique<verdict::GpuSession>(*request.gpu, start_gpu_worker_);
    session_uuid_ = *request.gpu;
  }
  const Result<worker::GpuReady> ready = session_->open(&cancel_);
  if (ready) {
    options.gpu = session_.get();
    return;
  }
  options.why_no_gpu = "no time was measured: " + ready.error();
  if (options.why_no_gpu.back() == '.') options.why_no_gpu.pop_back();
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
    progress_ = {"starting", 0, false};
    news_ = {};
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
  // With special inputs the pictures come from a run of their own.
  const bool has_views = !request.exercise.views.empty();
  options.keep_pictures = has_views && !has_special_inputs(request.exercise);
  options.name_inputs = true;
  options.compute_capability = request.compute_capability;
  options.gpus = request.gpus;
  if (!request.submission.empty())
    options.predicted = experiment::predictions_in(request.submission, request.course, &cancel_);
  options.cancel = &cancel_;
  use_gpu(request, options);
  options.progress = [&](const verdict::Progress& progress) {
    {
      const std::lock_guard lock(mutex_);
      progress_ = progress;
    }
    be_quiet(progress.is_timing);
    const Clock::time_point now = Clock::now();
    if (now - last_wake < kProgressPause) return;
    last_wake = now;
    wake_();
  };
  PictureRun pictures;
  try {
    outcome->result = grade_(request.exercise, request.source, options);
    make_printable(outcome->result);
    pictures.pictures = take_pictures(request.exercise, outcome->result);
  } catch (const std::exception& exception) {
    outcome->result.slug = request.exercise.slug;
    outcome->result.grader_failed = true;
    outcome->result.not_graded = verdict::NotGraded::worker_failed;
    outcome->result.error = std::string("The run could not be made: ") + exception.what() + ".";
  }
  be_quiet(false);
  outcome->cancelled = cancel_;
  outcome->seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  // Nothing can be seen of a text that does not even compile.
  const bool go_on = has_views && !cancel_ && !outcome->result.counters.empty();
  const bool compares = !request.starter.empty() && !cancel_ && !outcome->result.counters.empty() &&
                        outcome->result.verdict == verdict::Status::pass;
  {
    const std::lock_guard lock(mutex_);
    news_.outcome = std::move(outcome);
    if (!pictures.pictures.empty()) news_.pictures.push_back(std::move(pictures));
  }
  running_ = false;
  wake_();
  const bool small = go_on && make_pictures(request, options);
  if (compares) run_starter(request, options, small);
  busy_ = false;
  wake_();
}

bool Runner::make_pictures(const RunRequest& request, const verdict::GradeOptions& ordinary) {
  const exercise::Exercise exercise = for_pictures(request.exercise);
  verdict::GradeOptions options = ordinary;
  options.progress = nullptr;
  options.gpu = nullptr;
  options.gpus.clear();
  options.keep_pictures = true;
  bool small = true;
  const auto run = [&](bool of_starter, uint64_t schedule) {
    if (cancel_ || !small) return;
    options.schedule_seed = schedule;
    PictureRun made{of_starter, schedule, {}, {}};
    try {
      verdict::ExerciseResult result =
          grade_(exercise, of_starter ? request.racy_starter : request.source, options);
      made.pictures = take_pictures(exercise, result);
      made.mismatch = std::move(result.mismatch);
    } catch (const std::exception&) {  // its picture is missing, and the verdict stands
    }
    if (cancel_) return;
    small = worth_further_runs(made.pictures);
    if (!made.pictures.empty()) add(std::move(made));
    wake_();
  };
  if (!ordinary.keep_pictures) run(false, 0);
  if (!request.racy_starter.empty()) run(true, 0);
  for (const uint64_t schedule : request.further_schedules) {
    if (!request.racy_starter.empty()) run(true, schedule);
    run(false, schedule);
  }
  return small;
}

void Runner::run_starter(const RunRequest& request, const verdict::GradeOptions& ordinary,
                         bool keeps_pictures) {
  if (cancel_) return;
  verdict::GradeOptions options = ordinary;
  options.progress = nullptr;
  options.gpu = nullptr;
  options.gpus.clear();
  options.keep_pictures = keeps_pictures;
  auto run = std::make_shared<StarterRun>();
  run->source = request.starter;
  try {
    const exercise::Exercise exercise = for_pictures(request.exercise);
    verdict::ExerciseResult result = grade_(exercise, request.starter, options);
    if (!result.counters.empty()) run->launches = launch_lines(result.counters.front());
    run->pictures = take_pictures(exercise, result);
  } catch (const std::exception&) {  // there is nothing to compare with, and the verdict stands
  }
  if (cancel_) return;
  const std::lock_guard lock(mutex_);
  news_.starter = std::move(run);
}

void Runner::start_earlier(RunRequest request, std::string attempt, std::string drawn_for) {
  if (busy_) return;
  if (thread_.joinable()) thread_.join();
  slug_ = request.exercise.slug;
  cancel_ = false;
  busy_ = true;
  thread_ = std::jthread([this, request = std::move(request), attempt = std::move(attempt),
                          drawn_for = std::move(drawn_for)] {
    run_earlier(request, attempt, drawn_for);
    busy_ = false;
    wake_();
  });
}

void Runner::run_earlier(const RunRequest& request, const std::string& attempt,
                         const std::string& drawn_for) {
  verdict::GradeOptions options;
  options.threads = simulator_threads();
  options.compute_capability = request.compute_capability;
  options.cancel = &cancel_;
  options.keep_pictures = true;
  options.drawn_for = drawn_for;
  auto earlier = std::make_shared<EarlierRun>();
  earlier->attempt = attempt;
  try {
    const exercise::Exercise exercise = for_pictures(request.exercise);
    verdict::ExerciseResult result = grade_(exercise, request.source, options);
    earlier->pictures = take_pictures(exercise, result);
  } catch (const std::exception&) {  // said below
  }
  if (earlier->pictures.empty())
    earlier->why_not = cancel_ ? "It was cancelled."
                               : "That text makes no picture: it does not compile, or stops early.";
  const std::lock_guard lock(mutex_);
  news_.earlier = std::move(earlier);
}

void Runner::add(PictureRun run) {
  const std::lock_guard lock(mutex_);
  news_.pictures.push_back(std::move(run));
}

Runner::News Runner::take_news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

}  // namespace warplab::app
