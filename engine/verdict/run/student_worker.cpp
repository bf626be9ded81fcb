#include "verdict/run/student_worker.hpp"

#include <algorithm>
#include <utility>

#include "verdict/plan/kernel_source.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/run/stopwatch.hpp"

namespace warplab::verdict {

using worker::Failure;

compile::Source StudentWorker::source() const {
  return kernel_source(exercise_, exercise_.student_file, source_, options_.compute_capability);
}

worker::Outcome<compile::Compiled> StudentWorker::compile_here() {
  return timed([&] { return worker_->compile(module_, options_.cancel); });
}

worker::Outcome<compile::Compiled> StudentWorker::compile_in_new_worker() {
  worker_.reset();
  worker::Limits limits;
  limits.compile_patience = time_left();
  worker::Outcome<std::unique_ptr<worker::Worker>> started = options_.start_worker(limits);
  if (!started) return {std::nullopt, started.failure};
  worker_ = std::move(*started.value);
  return compile_here();
}

worker::Outcome<compile::Compiled> StudentWorker::compile(compile::Source module) {
  module_ = std::move(module);
  worker::Outcome<compile::Compiled> compiled = worker_ ? compile_here() : compile_in_new_worker();
  const Failure::Kind kind = compiled.failure.kind;
  if (!compiled && (kind == Failure::Kind::lost || kind == Failure::Kind::crashed) &&
      !was_cancelled(compiled.failure))
    compiled = compile_in_new_worker();
  return compiled;
}

worker::Outcome<compile::Compiled> StudentWorker::compile() {
  const Stopwatch watch;
  worker::Outcome<compile::Compiled> compiled = compile(source());
  compile_ms_ += watch.milliseconds();
  return compiled;
}

worker::Outcome<compile::Compiled> StudentWorker::compile_marked() {
  compile::Source marked = source();
  marked.mark_undefined = true;
  return compile(std::move(marked));
}

std::unique_ptr<worker::Worker> StudentWorker::give_away() {
  return module_.mark_undefined ? nullptr : std::move(worker_);
}

worker::Outcome<sim::Report> StudentWorker::simulate(PreparedRun& run, const sim::Options& options,
                                                     const std::function<void(double)>& progress) {
  for (bool is_last_try = false;; is_last_try = true) {
    if (const Result<bool> filled = run.refill(); !filled)
      return {std::nullopt, {Failure::Kind::cannot_start, as_it_is(filled.error())}};
    worker::Outcome<sim::Report> ran = timed([&] {
      return worker_->simulate(run.job(options, time_left()), progress, options_.cancel);
    });
    if (ran || ran.failure.kind != Failure::Kind::lost || is_last_try || options_.is_cancelled())
      return ran;
    const worker::Outcome<compile::Compiled> compiled = compile_in_new_worker();
    if (!compiled) return {std::nullopt, compiled.failure};
  }
}

worker::Outcome<Reference::Expected> StudentWorker::expected(
    Reference& reference, const PreparedRun& run, const std::function<void(double)>& progress) {
  return timed([&] { return reference.expected(run, progress, options_.cancel, time_left()); });
}

std::chrono::milliseconds StudentWorker::time_left() const {
  const double used = std::chrono::duration<double, std::milli>(used_).count();
  const double left = options_.timeout_seconds * 1000 - used;
  return std::chrono::milliseconds(static_cast<int64_t>(std::max(left, 1.0)));
}

bool StudentWorker::was_cancelled(const Failure& failure) const {
  return failure.kind == Failure::Kind::cancelled || options_.is_cancelled();
}

Saying StudentWorker::out_of_time(Saying doing) const {
  return say(LabSays::out_of_time, number_text(options_.timeout_seconds), std::move(doing));
}

}  // namespace warplab::verdict
