#include "verdict/plan/check_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "compile/first_error.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using worker::Worker;

// As for a reference: some 10 s.
constexpr uint64_t kMostWork = 500'000'000;
constexpr std::chrono::minutes kLongest{10};

// Workers that have compiled an exercise's checks, for its next runs: to compile takes a hundred
// times what most of these kernels take. By the exercise's hash, the latest last.
class CompiledChecks {
 public:
  std::unique_ptr<Worker> take(const std::string& hash) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(idle_, hash, &Idle::hash);
    if (found == idle_.end()) return nullptr;
    std::unique_ptr<Worker> worker = std::move(found->worker);
    idle_.erase(found);
    return worker;
  }
  void give(const std::string& hash, std::unique_ptr<Worker> worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back({hash, std::move(worker)});
    if (idle_.size() > kMostIdle) idle_.erase(idle_.begin());
  }

 private:
  // Each is a process, and a class is graded exercise by exercise.
  static constexpr size_t kMostIdle = 2;
  struct Idle {
    std::string hash;
    std::unique_ptr<Worker> worker;
  };
  std::mutex mutex_;
  std::vector<Idle> idle_;
};

CompiledChecks& compiled_checks() {
  static CompiledChecks checks;
  return checks;
}

Error in_checks(const exercise::Exercise& exercise, const std::string& what) {
  return Error{fmt::format("{} of exercise {}: {}", exercise.checks_file, exercise.slug, what)};
}

Result<std::unique_ptr<Worker>> compiled(const exercise::Exercise& exercise) {
  if (std::unique_ptr<Worker> idle = compiled_checks().take(exercise.hash)) return idle;
  const Result<std::string> source = read_source(exercise.folder / exercise.checks_file);
  if (!source) return Error{source.error()};
  worker::Outcome<std::unique_ptr<Worker>> started = Worker::start({});
  if (!started) return Error{words::text_of(started.failure.says)};
  compile::Source input =
      kernel_source(exercise, exercise.checks_file, *source, compile::Source{}.compute_capability);
  input.only_ptx = true;
  const worker::Outcome<compile::Compiled> made = (*started.value)->compile(input);
  if (!made) return in_checks(exercise, words::text_of(made.failure.says));
  if (!made.value->ok) return in_checks(exercise, compile::why_not_compiled(*made.value));
  return std::move(*started.value);
}

Result<sim::Report> run_checks(const exercise::Exercise& exercise, worker::Job job) {
  Result<std::unique_ptr<Worker>> worker = compiled(exercise);
  if (!worker) return Error{worker.error()};
  for (worker::JobBuffer& buffer : job.buffers) {
    buffer.description.initialized = true;
    buffer.description.must_be_written = false;
    buffer.description.read_only = false;
    buffer.description.variable.clear();
  }
  for (data::Launch& launch : job.launches) launch.keep_variables = true;
  job.options.student_file = exercise.checks_file;
  job.options.exact_tracking = false;
  job.options.keep_writers = false;
  job.options.max_work = kMostWork;
  job.time_limit = kLongest;
  worker::Outcome<sim::Report> ran = (*worker)->simulate(job);
  if (!ran) return in_checks(exercise, words::text_of(ran.failure.says));
  for (const sim::Finding& finding : ran.value->findings)
    if (!gate_of(finding.kind).empty()) return in_checks(exercise, words::text_of(finding));
  if (!ran.value->completed) return in_checks(exercise, "it ended early.");
  compiled_checks().give(exercise.hash, std::move(*worker));
  return std::move(*ran.value);
}

}  // namespace

Result<bool> prepare_contents(const exercise::Exercise& exercise, const exercise::Case& setup,
                              const std::vector<worker::SharedMemory>& contents) {
  worker::Job job;
  for (size_t i = 0; i < setup.buffers.size(); ++i) {
    worker::JobBuffer& buffer = job.buffers.emplace_back();
    buffer.description = setup.buffers[i];
    if (contents[i].descriptor() >= 0) buffer.initial = buffer.result = &contents[i];
  }
  job.launches = setup.prepares;
  const Result<sim::Report> ran = run_checks(exercise, std::move(job));
  if (!ran) return Error{ran.error()};
  return true;
}

Result<std::optional<std::string>> verify_answers(const PreparedRun& run) {
  worker::Job job;
  for (size_t i = 0; i < run.setup.buffers.size(); ++i) {
    worker::JobBuffer& buffer = job.buffers.emplace_back();
    buffer.description = run.setup.buffers[i];
    const bool is_input = run.setup.specs[i]->role == exercise::Buffer::Role::input;
    buffer.initial = is_input ? &(*run.inputs)[i] : &run.outputs[i];
  }
  job.launches = run.setup.verifies;
  const Result<sim::Report> ran = run_checks(*run.exercise, std::move(job));
  if (!ran) return Error{ran.error()};
  const std::string& printed = ran->output;
  std::string line = printed.substr(0, printed.find('\n'));
  while (!line.empty() && (line.back() == '.' || line.back() == ' ')) line.pop_back();
  if (line.empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(line));
}

}  // namespace warplab::verdict
