#pragma once
// The expected answers of an exercise: from the reference kernel, compiled and simulated in a
// worker of its own, or from closed forms. Kept, so that the variants of a size, and one submission
// after the other in `grader check` and in the window, do not compute them again.
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

using StartWorker =
    std::function<worker::Outcome<std::unique_ptr<worker::Worker>>(const worker::Limits&)>;

// Workers of references that nobody asks any more, for those of the next exercises: to compile in a
// process that has compiled before takes half the time. Only what exercises bring runs in them.
class IdleWorkers {
 public:
  std::unique_ptr<worker::Worker> take();  // null: there is none
  void give(std::unique_ptr<worker::Worker> worker);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<worker::Worker>> workers_;
};

class Reference {
 public:
  // For a machine that has stopped working.
  static constexpr std::chrono::milliseconds kLongest = std::chrono::minutes(10);

  // `exercise` and `idle` must outlive this. `start_worker` is worker::Worker::start, or a test's
  // own; it is called where `idle` has no worker.
  Reference(const exercise::Exercise& exercise, StartWorker start_worker, unsigned threads,
            int compute_capability, IdleWorkers* idle = nullptr);
  ~Reference() { rest(); }

  // What is expected of a run. `work` is what the reference kernel needed for it (sim/work.hpp); 0:
  // no kernel was run, because every answer has a closed form. `launches` are its counters, for
  // each launch of the case; empty then, too.
  struct Expected {
    std::shared_ptr<const RunMemory> answers;
    uint64_t work = 0;
    std::vector<sim::Counters> launches{};
  };
  // The content that each answer of `run` must have, whose inputs serve here, too. No answer is
  // always the grader's or the exercise's fault (or `cancelled`), never the student's: the sentence
  // says what is wrong with it.
  // `time_limit`: on the clock, for compiling and running it; a failure of that kind blames nobody.
  worker::Outcome<Expected> expected(const PreparedRun& run,
                                     const std::function<void(double)>& progress = {},
                                     const std::atomic<bool>* cancel = nullptr,
                                     std::chrono::milliseconds time_limit = kLongest);

  // Nothing more will be asked: the worker and what was kept may go.
  void rest();

 private:
  struct Known {
    exercise::Values sizes;
    exercise::Seed seed;
    uint64_t seed_index;
    exercise::Values flags;
    std::vector<sim::Launch> launches;
    Expected expected;
    uint64_t bytes;
  };
  worker::Outcome<bool> compile(std::chrono::milliseconds time_limit,
                                const std::atomic<bool>* cancel);
  // Runs the kernel, and once more in a new worker where the system ended the first.
  worker::Outcome<sim::Report> simulate_reference(PreparedRun& run,
                                                  const std::function<void(double)>& progress,
                                                  const std::atomic<bool>* cancel,
                                                  std::chrono::milliseconds time_limit);
  void remember(Known known);

  const exercise::Exercise& exercise_;
  StartWorker start_worker_;
  unsigned threads_;
  int compute_capability_;
  IdleWorkers* idle_;
  std::unique_ptr<worker::Worker> worker_;  // after compile()
  std::deque<Known> known_;                 // the latest last
};

}  // namespace warplab::verdict
