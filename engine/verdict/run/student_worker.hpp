#pragma once
// The student's file in a locked process: compiled and run there, in a new one where the system
// ended the first. Keeps how much of the student's time is used.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/grade_options.hpp"
#include "verdict/run/reference.hpp"
#include "worker/awake_clock.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

class StudentWorker {
 public:
  // All of them must outlive it.
  StudentWorker(const exercise::Exercise& exercise, const std::string& source,
                const GradeOptions& options)
      : exercise_(exercise), source_(source), options_(options) {}

  // Starts a worker and compiles the file in it. As every compilation here once more, in a new
  // worker, where the system ended the first or it crashed: what the system ended may have better
  // luck, and a crash is the file's only if it comes again.
  worker::Outcome<compile::Compiled> compile();
  // Refills the run and makes it with what was compiled last; once more in a new worker where the
  // system ended the first.
  worker::Outcome<sim::Report> simulate(PreparedRun& run, const sim::Options& options,
                                        const std::function<void(double)>& progress);

  // Compiles the file again, with marks at its variables without a value
  // (compile/undefined_marks.hpp): that is the worker's module from then on.
  worker::Outcome<compile::Compiled> compile_marked();

  bool is_started() const { return worker_ != nullptr; }
  worker::Worker& get() { return *worker_; }
  // The worker, for somebody else who needs the file's module; null where it has none or another.
  std::unique_ptr<worker::Worker> give_away();

  // What is left of GradeOptions::timeout_seconds; starting a worker and filling buffers do not
  // count.
  std::chrono::milliseconds time_left() const;
  // The answers that `run` must have, within the time that is left: the reference's counts, too.
  worker::Outcome<Reference::Expected> expected(Reference& reference, const PreparedRun& run,
                                                const std::function<void(double)>& progress = {});
  double compile_milliseconds() const { return compile_ms_; }

  // Ctrl-C reaches the worker, too: whatever it died of then, it was cancelled.
  bool was_cancelled(const worker::Failure& failure) const;
  // Why nothing is said of a kernel whose time on the clock was over while it did `doing`.
  Saying out_of_time(Saying doing) const;

 private:
  compile::Source source() const;  // the file as it was written
  worker::Outcome<compile::Compiled> compile(compile::Source module);
  worker::Outcome<compile::Compiled> compile_here();
  // Makes a call whose time counts.
  template <class Call>
  auto timed(const Call& call) {
    const auto begin = worker::AwakeClock::now();
    auto outcome = call();
    used_ += worker::AwakeClock::now() - begin;
    return outcome;
  }
  worker::Outcome<compile::Compiled> compile_in_new_worker();

  const exercise::Exercise& exercise_;
  const std::string& source_;
  const GradeOptions& options_;
  std::unique_ptr<worker::Worker> worker_;
  compile::Source module_;            // what the worker compiled last
  std::chrono::nanoseconds used_{0};  // without what this process was stopped for
  double compile_ms_ = 0;
};

}  // namespace warplab::verdict
