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
  // Other orders of blocks and warps to run after the first, to show whether the answer depends on them.
  std::vector<uint64_t> further_schedules;
};

// What came of a run. Never changes, so that the window and its history can share it.
struct RunOutcome {
  std::string slug, source;
  std::chrono::system_clock::time_point time;
  double seconds = 0;
  bool cancelled = false;
  verdict::ExerciseResult result;                // its pictures have moved to `pictures`
  std::vector<std::shared_ptr<const Picture>> pictures;
  // The same pictures under the further schedules, in order: [schedule][picture].
  std::vector<std::vector<std::shared_ptr<const Picture>>> other_schedules;
};

class Runner {
 public:
  // `wake` is called from the run's thread when there is something new to show.
  Runner(Grade grade, std::function<void()> wake);
  ~Runner();

  bool is_running() const { return running_; }
  const std::string& slug() const { return slug_; }  // of the running or last exercise
  std::chrono::steady_clock::time_point started() const { return started_; }
  verdict::Progress progress() const;

  void start(RunRequest request);                // only when nothing is running
  void cancel() { cancel_ = true; }
  bool is_cancelling() const { return running_ && cancel_; }
  // The outcome of the run that ended since the last call.
  std::shared_ptr<const RunOutcome> take_outcome();

 private:
  void run(const RunRequest& request);

  Grade grade_;
  std::function<void()> wake_;
  std::string slug_;
  std::chrono::steady_clock::time_point started_;
  std::atomic<bool> running_ = false, cancel_ = false;
  mutable std::mutex mutex_;                     // guards the two below
  verdict::Progress progress_;
  std::shared_ptr<const RunOutcome> outcome_;
  std::jthread thread_;
};

}  // namespace warplab::app
