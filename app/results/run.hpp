#pragma once
// One run at a time, on a thread of its own, through the same grading as the grader's. The window
// asks for progress and the result; it never waits.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/special_members.hpp"
#include "draw/picture.hpp"
#include "exercise/exercise.hpp"
#include "results/launch_costs.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/grade.hpp"

namespace warplab::app {

// verdict::grade, or a test's own.
using Grade = std::function<verdict::ExerciseResult(const exercise::Exercise&, const std::string&,
                                                    const verdict::GradeOptions&)>;

struct RunRequest {
  exercise::Exercise exercise;
  std::string source;
  int compute_capability = 90;
  // The GPU that kernels are timed on, too, by its UUID, empty: the first; none: the simulator
  // alone decides.
  std::optional<std::string> gpu;
  std::string why_no_gpu = "no GPU was used";
  std::vector<model::Gpu> gpus;  // that gates may name for a model to stand in
  // Where gates look for what the student predicted: their own folder, and that of the course.
  std::filesystem::path submission{}, course{};
  // Other orders of blocks and warps to run after the verdict, for their pictures: they show
  // whether the answer depends on the order.
  std::vector<uint64_t> further_schedules;
  // Where the starter has a race: its text, run in the same orders, so that right, racy and the
  // student's own can be seen together.
  std::string racy_starter;
  // The exercise's starter, run once after a text that passed, so that the student sees what has
  // changed. Empty: that is known, or the text is the starter.
  std::string starter;
  WARPLAB_SPECIAL_MEMBERS(RunRequest);
};

using Pictures = std::vector<std::shared_ptr<const Picture>>;

// What came of a run. Never changes, so that views can share it.
struct RunOutcome {
  std::string slug, source;
  std::chrono::system_clock::time_point time;
  double seconds = 0;
  bool cancelled = false;
  verdict::ExerciseResult result;  // its pictures are in PictureRuns
  WARPLAB_SPECIAL_MEMBERS(RunOutcome);
};

// The pictures of one run of the graded size: of the student's text or the starter's, in one order.
struct PictureRun {
  bool of_starter = false;
  uint64_t schedule = 0;  // 0: the ordinary order
  Pictures pictures;
  std::optional<verdict::Mismatch> mismatch;  // the first wrong element of the student's pictures
};

// The pictures of a text that was run before, made anew with the inputs of the text that was run
// last, so that the two can be compared.
struct EarlierRun {
  std::string attempt;  // Attempt::id
  Pictures pictures;
  std::string why_not;  // there are none: one sentence
};

// The starter at the graded size: what it asks of memory, and its pictures where they are small.
struct StarterRun {
  std::string source;
  std::vector<LaunchLines> launches;
  Pictures pictures;
};

// The exercise as it is run for its pictures only. An author's special first inputs (a ramp, a
// square) are those that can be told apart by eye; the graded run has random numbers.
exercise::Exercise for_pictures(exercise::Exercise exercise);

class Runner {
 public:
  // `wake` is called from the run's thread when there is something new to show.
  Runner(Grade grade, std::function<void()> wake,
         verdict::StartGpuWorker start_gpu_worker = &worker::GpuWorker::start);
  ~Runner();

  bool is_running() const { return running_; }       // there is no verdict yet
  bool is_busy() const { return busy_; }             // or pictures are still being made
  const std::string& slug() const { return slug_; }  // of the running or last exercise
  std::chrono::steady_clock::time_point started() const { return started_; }
  verdict::Progress progress() const;
  // A kernel is being timed, or is about to be: nothing is drawn then. The run waits a moment for
  // confirm_quiet(), which says that what is being done has been shown.
  bool wants_quiet() const { return quiet_ && !cancel_; }
  void confirm_quiet();

  // Ends what is left of the run before.
  void start(RunRequest request);
  void cancel() { cancel_ = true; }
  bool is_cancelling() const { return busy_ && cancel_; }
  // What came since the last call: the outcome of a run that ended, and pictures that belong to it
  // or, without one, to the outcome before, as the starter's run does.
  struct News {
    std::shared_ptr<const RunOutcome> outcome;
    std::vector<PictureRun> pictures;
    std::shared_ptr<const StarterRun> starter;
    std::shared_ptr<const EarlierRun> earlier;
  };
  News take_news();
  // Runs `request.source`, the text of `attempt`, for its pictures alone; `drawn_for`: see
  // verdict::GradeOptions. Not while it is busy.
  void start_earlier(RunRequest request, std::string attempt, std::string drawn_for);

 private:
  void run(const RunRequest& request);
  void use_gpu(const RunRequest& request, verdict::GradeOptions& options);
  void be_quiet(bool quiet);
  // Returns whether they are small enough that more of them can be kept.
  bool make_pictures(const RunRequest& request, const verdict::GradeOptions& options);
  void run_starter(const RunRequest& request, const verdict::GradeOptions& options,
                   bool keeps_pictures);
  void run_earlier(const RunRequest& request, const std::string& attempt,
                   const std::string& drawn_for);
  void add(PictureRun run);

  Grade grade_;
  std::function<void()> wake_;
  std::string slug_;
  std::chrono::steady_clock::time_point started_;
  std::atomic<bool> running_ = false, busy_ = false, cancel_ = false, quiet_ = false;
  mutable std::mutex mutex_;  // guards the three below
  bool quiet_is_confirmed_ = false;
  verdict::Progress progress_;
  News news_;
  std::condition_variable confirmed_;
  // Kept from run to run, since a GPU whose driver hangs is given up. Used by the run's thread
  // alone.
  verdict::StartGpuWorker start_gpu_worker_;
  std::unique_ptr<verdict::GpuSession> session_;
  std::string session_uuid_;
  std::jthread thread_;
};

}  // namespace warplab::app
