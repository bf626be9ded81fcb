#include "verdict/run/reference.hpp"

#include <algorithm>
#include <utility>

#include "compile/first_error.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"
#include "worker/awake_clock.hpp"

namespace warplab::verdict {
namespace {

using worker::Failure;

// Room for the answers of the largest graded size of the course (64 MiB) and of its small sizes;
// the grader as a whole must stay under 768 MiB.
constexpr uint64_t kKeptBytes = 96u << 20;

// The reference is the exercise's own. Only one that never ends needs a limit, whatever the
// students' is: a hundred times what the largest reference of the course does, some 10 s.
constexpr uint64_t kMostReferenceWork = 500'000'000;

template <class T>
worker::Outcome<T> failure(Failure::Kind kind, Saying says) {
  return {std::nullopt, Failure{kind, std::move(says)}};
}
template <class T>
worker::Outcome<T> failure(Saying says) {
  return failure<T>(Failure::Kind::rejected, std::move(says));
}

// The first thing that a reference kernel did wrong, if there is one.
const sim::Finding* first_failing(const sim::Report& report) {
  for (const sim::Finding& finding : report.findings)
    if (!gate_of(finding.kind).empty()) return &finding;
  return nullptr;
}

bool needs_reference_kernel(const exercise::Exercise& exercise) {
  return exercise::compares_with_reference(exercise) ||
         std::any_of(
             exercise.buffers.begin(), exercise.buffers.end(),
             [](const exercise::Buffer& buffer) { return is_answer(buffer) && !buffer.expected; });
}

bool has_closed_form(const exercise::Exercise& exercise) {
  return std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                     [](const exercise::Buffer& buffer) { return buffer.expected.has_value(); });
}

uint64_t size_of(const RunMemory& memory) {
  uint64_t bytes = 0;
  for (const worker::SharedMemory& block : memory) bytes += block.bytes().size();
  return bytes;
}

}  // namespace

std::unique_ptr<worker::Worker> IdleWorkers::take() {
  const std::lock_guard lock(mutex_);
  if (workers_.empty()) return nullptr;
  std::unique_ptr<worker::Worker> worker = std::move(workers_.back());
  workers_.pop_back();
  return worker;
}

void IdleWorkers::give(std::unique_ptr<worker::Worker> worker) {
  const std::lock_guard lock(mutex_);
  workers_.push_back(std::move(worker));
}

Reference::Reference(const exercise::Exercise& exercise, StartWorker start_worker, unsigned threads,
                     int compute_capability, IdleWorkers* idle)
    : exercise_(exercise),
      start_worker_(std::move(start_worker)),
      threads_(threads),
      compute_capability_(compute_capability),
      idle_(idle) {}

worker::Outcome<bool> Reference::compile(std::chrono::milliseconds time_limit,
                                         const std::atomic<bool>* cancel) {
  if (worker_) return {true, {}};
  const Result<std::string> source = read_source(exercise_.folder / exercise_.reference_file);
  if (!source) return failure<bool>(say(LabSays::reference_is_not_there, source.error()));
  std::unique_ptr<worker::Worker> worker = idle_ ? idle_->take() : nullptr;
  if (!worker) {
    worker::Limits limits;
    limits.compile_patience = time_limit;
    worker::Outcome<std::unique_ptr<worker::Worker>> started = start_worker_(limits);
    if (!started) return failure<bool>(started.failure.kind, started.failure.says);
    worker = std::move(*started.value);
  }
  compile::Source input =
      kernel_source(exercise_, exercise_.reference_file, *source, compute_capability_);
  input.only_ptx = true;  // nobody asks for its registers
  const worker::Outcome<compile::Compiled> compiled = worker->compile(input, cancel);
  if (!compiled) return failure<bool>(compiled.failure.kind, compiled.failure.says);
  if (!compiled.value->ok)
    return failure<bool>(say(LabSays::reference_does_not_compile, exercise_.reference_file,
                             exercise_.slug, compile::why_not_compiled(*compiled.value)));
  worker_ = std::move(worker);
  return {true, {}};
}

worker::Outcome<sim::Report> Reference::simulate_reference(
    PreparedRun& run, const std::function<void(double)>& progress, const std::atomic<bool>* cancel,
    std::chrono::milliseconds time_limit) {
  const auto end = worker::AwakeClock::now() + std::min(time_limit, kLongest);
  const auto left = [end] {
    return std::max(std::chrono::ceil<std::chrono::milliseconds>(end - worker::AwakeClock::now()),
                    std::chrono::milliseconds{1});
  };
  for (bool is_last_try = false;; is_last_try = true) {
    worker::Outcome<sim::Report> ran;
    if (const worker::Outcome<bool> compiled = compile(left(), cancel); !compiled) {
      ran.failure = compiled.failure;
    } else {
      sim::Options options;
      options.threads = threads_;
      options.student_file = exercise_.reference_file;
      // Its answer is all that is wanted here; `grader check` judges it with every observer on.
      options.exact_tracking = false;
      options.keep_writers = false;
      options.max_work = kMostReferenceWork;
      ran = simulate(run, options, left(), *worker_, progress, cancel);
      if (!ran || !ran.value->completed) worker_.reset();
      if (!ran && ran.failure.kind != Failure::Kind::cancelled)
        ran.failure.says = say(LabSays::reference_failed, exercise_.reference_file, exercise_.slug,
                               run.setup.label, std::move(ran.failure.says));
    }
    if (ran || ran.failure.kind != Failure::Kind::lost || is_last_try) return ran;
  }
}

worker::Outcome<Reference::Expected> Reference::expected(
    const PreparedRun& students, const std::function<void(double)>& progress,
    const std::atomic<bool>* cancel, std::chrono::milliseconds time_limit) {
  using Answers = Expected;
  // The reference runs with the exercise's own block shape, whatever the student chose.
  Result<PreparedRun, NotPrepared> run =
      prepare_run(exercise_, students.plan, std::nullopt, students.inputs);
  if (!run)
    return failure<Answers>(run.why().no_memory ? Failure::Kind::lost : Failure::Kind::rejected,
                            as_it_is(run.error()));
  const PlannedRun& plan = run->plan;
  const exercise::Case& setup = run->setup;
  const bool flags_matter = has_closed_form(exercise_);
  for (const Known& known : known_)
    if (known.sizes == plan.size.values && known.seed == plan.seed &&
        known.seed_index == plan.seed_index && known.launches == setup.launches &&
        (!flags_matter || known.flags == plan.variant->flags))
      return {known.expected, {}};

  Expected made;
  if (needs_reference_kernel(exercise_)) {
    const worker::Outcome<sim::Report> ran = simulate_reference(*run, progress, cancel, time_limit);
    if ((!ran && ran.failure.kind == Failure::Kind::cancelled) || (ran && ran.value->cancelled))
      return failure<Answers>(Failure::Kind::cancelled, say(Says::run_cancelled));
    if (!ran) return failure<Answers>(ran.failure.kind, ran.failure.says);
    const sim::Finding* const finding = first_failing(*ran.value);
    if (!ran.value->completed || finding)
      return failure<Answers>(
          say(ran.value->completed ? LabSays::reference_is_wrong : LabSays::reference_failed,
              exercise_.reference_file, exercise_.slug, setup.label,
              finding ? as_it_is(words::text_of(*finding)) : say(LabSays::it_ended_early)));
    made.work = ran.value->work;
    for (const sim::LaunchReport& launch : ran.value->launches)
      made.launches.push_back(launch.total);
  }
  RunMemory& answers = run->outputs;
  for (size_t i = 0; i < answers.size(); ++i) {
    if (!is_answer(*setup.specs[i])) answers[i] = {};  // scratch: nothing to compare
    if (!setup.specs[i]->expected) continue;
    const Result<bool> computed =
        exercise::expected_values(exercise_, setup, i, answers[i].bytes());
    if (!computed) return failure<Answers>(as_it_is(computed.error()));
  }
  // Nobody but us reads them from here on, and there may be hundreds.
  for (worker::SharedMemory& answer : answers) answer.close_descriptor();
  made.answers = std::make_shared<const RunMemory>(std::move(answers));
  const uint64_t bytes = size_of(*made.answers);
  remember({plan.size.values, plan.seed, plan.seed_index, plan.variant->flags, setup.launches, made,
            bytes});
  return {std::move(made), {}};
}

void Reference::rest() {
  if (idle_ && worker_) idle_->give(std::move(worker_));
  worker_.reset();
  known_.clear();
}

void Reference::remember(Known known) {
  uint64_t total = known.bytes;
  if (total > kKeptBytes) return;
  for (const Known& other : known_) total += other.bytes;
  while (total > kKeptBytes) {
    total -= known_.front().bytes;
    known_.pop_front();
  }
  known_.push_back(std::move(known));
}

}  // namespace warplab::verdict
