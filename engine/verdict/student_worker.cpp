#include "verdict/student_worker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verdict/kernel_source.hpp"
#include "verdict/number_text.hpp"
#include "verdict/stopwatch.hpp"

namespace warplab::verdict {

using worker::Failure;

worker::Outcome<compile::Compiled> StudentWorker::compile_in_new_worker() {
  worker_.reset();
  worker::Limits limits;
  limits.compile_patience = time_left();
  worker::Outcome<std::unique_ptr<worker::Worker>> started = options_.start_worker(limits);
  if (!started) return {std::nullopt, started.failure};
  worker_ = std::move(*started.value);
  has_other_module_ = false;
  const Stopwatch watch;
  const compile::Source input =
      kernel_source(exercise_, exercise_.student_file, source_, options_.compute_capability);
  worker::Outcome<compile::Compiled> compiled = worker_->compile(input, options_.cancel);
  const double took = watch.milliseconds();
  compile_ms_ += took;
  used_ms_ += took;
  return compiled;
}

worker::Outcome<compile::Compiled> StudentWorker::compile() {
  worker::Outcome<compile::Compiled> compiled = compile_in_new_worker();
  const auto fails_with = [&](Failure::Kind kind) {
    return !compiled && compiled.failure.kind == kind && !was_cancelled(compiled.failure);
  };
  if (fails_with(Failure::Kind::lost) || fails_with(Failure::Kind::crashed))
    compiled = compile_in_new_worker();
  return compiled;
}

worker::Outcome<compile::Compiled> StudentWorker::compile_marked() {
  compile::Source marked =
      kernel_source(exercise_, exercise_.student_file, source_, options_.compute_capability);
  marked.mark_undefined = true;
  has_other_module_ = true;
  return worker_->compile(marked, options_.cancel);
}

worker::Outcome<compile::Compiled> StudentWorker::compile_reading(uint32_t reading) {
  compile::Source other =
      kernel_source(exercise_, exercise_.student_file, source_, options_.compute_capability);
  other.reading = reading;
  has_other_module_ = true;
  return worker_->compile(other, options_.cancel);
}

std::unique_ptr<worker::Worker> StudentWorker::give_away() {
  return has_other_module_ ? nullptr : std::move(worker_);
}

worker::Outcome<sim::Report> StudentWorker::simulate(PreparedRun& run, const sim::Options& options,
                                                     const std::function<void(double)>& progress) {
  for (bool is_last_try = false;; is_last_try = true) {
    if (const Result<bool> filled = run.refill(); !filled)
      return {std::nullopt, {Failure::Kind::cannot_start, filled.error()}};
    const Stopwatch watch;
    worker::Outcome<sim::Report> ran =
        worker_->simulate(run.job(options, time_left()), progress, options_.cancel);
    used_ms_ += watch.milliseconds();
    if (ran || ran.failure.kind != Failure::Kind::lost || is_last_try || options_.is_cancelled())
      return ran;
    const worker::Outcome<compile::Compiled> compiled = compile_in_new_worker();
    if (!compiled) return {std::nullopt, compiled.failure};
  }
}

std::chrono::milliseconds StudentWorker::time_left() const {
  const double left = options_.timeout_seconds * 1000 - used_ms_;
  return std::chrono::milliseconds(static_cast<int64_t>(std::max(left, 1.0)));
}

bool StudentWorker::was_cancelled(const Failure& failure) const {
  return failure.kind == Failure::Kind::cancelled || options_.is_cancelled();
}

std::string StudentWorker::out_of_time(const std::string& doing) const {
  return fmt::format(
      "The {} s that an exercise may take here were over at {}. No limit of the kernel's own was "
      "reached, so this says nothing about it: the machine is slow or busy. Grade it again, or "
      "give it more time (--timeout).",
      number_text(options_.timeout_seconds), doing);
}

}  // namespace warplab::verdict
