#pragma once
// One run at a time, on a thread of its own, through the same grading as the grader's. The window asks
// for progress and the result; it never waits.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "exercise/exercise.hpp"
#include "model/picture.hpp"
#include "verdict/grade.hpp"

namespace warplab::app {

// verdict::grade, or a test's own.
using Grade = std::function<verdict::ExerciseResult(const exercise::Exercise&, const std::string&,
                                                    const verdict::GradeOptions&)>;

struct RunRequest {
  exercise::Exercise exercise;
  std::string source;
  int compute_capability = 90;
  // Other orders of blocks and warps to run after the verdict, for their pictures: they show whether the
  // answer depends on the order.
  std::vector<uint64_t> further_schedules;
  // Where the starter has a race: its text, run in the same orders, so that right, racy and the
  // student's own can be seen together.
  std::string racy_starter;
};

using Pictures = std::vector<std::shared_ptr<const Picture>>;

// What came of a run. Never changes, so that views can share it.
struct RunOutcome {
  std::string slug, source;
  std::chrono::system_clock::time_point time;
  double seconds = 0;
  bool cancelled = false;
  verdict::ExerciseResult result;                // its pictures have moved to `pictures`
  Pictures pictures;
};

// Pictures of one more run that was made for its pictures only.
struct FurtherRun {
  bool of_starter = false;
  uint64_t schedule = 0;                         // 0: the ordinary order
  Pictures pictures;
};

class Runner {
 public:
  // `wake` is called from the run's thread when there is something new to show.
  Runner(Grade grade, std::function<void()> wake);
  ~Runner();

  bool is_running() const { return running_; }   // there is no verdict yet
  bool is_busy() const { return busy_; }         // or the further runs go on
  const std::string& slug() const { return slug_; }  // of the running or last exercise
  std::chrono::steady_clock::time_point started() const { return started_; }
  verdict::Progress progress() const;

  // Ends what is left of the run before.
  void start(RunRequest request);
  void cancel() { cancel_ = true; }
  bool is_cancelling() const { return busy_ && cancel_; }
  // The outcome of the run that ended since the last call.
  std::shared_ptr<const RunOutcome> take_outcome();
  std::vector<FurtherRun> take_further_runs();

 private:
  void run(const RunRequest& request);
  void run_further(const RunRequest& request, const verdict::GradeOptions& options);

  Grade grade_;
  std::function<void()> wake_;
  std::string slug_;
  std::chrono::steady_clock::time_point started_;
  std::atomic<bool> running_ = false, busy_ = false, cancel_ = false;
  mutable std::mutex mutex_;                     // guards the three below
  verdict::Progress progress_;
  std::shared_ptr<const RunOutcome> outcome_;
  std::vector<FurtherRun> further_;
  std::jthread thread_;
};

}  // namespace warplab::app
