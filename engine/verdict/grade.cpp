#include "verdict/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "exercise/sha256.hpp"
#include "verdict/answers.hpp"
#include "verdict/drawn_machine.hpp"
#include "verdict/findings.hpp"
#include "verdict/followed_blocks.hpp"
#include "verdict/followed_machine.hpp"
#include "verdict/gpu_evidence.hpp"
#include "verdict/graded_run.hpp"
#include "verdict/judge.hpp"
#include "verdict/model_launches.hpp"
#include "verdict/modelled_timing.hpp"
#include "verdict/number_text.hpp"
#include "verdict/orders.hpp"
#include "verdict/other_readings.hpp"
#include "verdict/run_plan.hpp"
#include "verdict/stopwatch.hpp"
#include "verdict/student_worker.hpp"
#include "verdict/tracking_plan.hpp"
#include "verdict/uninitialized.hpp"
#include "verdict/work_budget.hpp"
#include "verdict/writing_line.hpp"

namespace warplab::verdict {
namespace {

using worker::Failure;

std::string first_error(const std::vector<compile::Diagnostic>& diagnostics, int& line) {
  size_t errors = 0;
  const compile::Diagnostic* first = nullptr;
  for (const compile::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != compile::Diagnostic::Severity::error) continue;
    if (++errors == 1) first = &diagnostic;
  }
  if (!first) return {};
  line = first->line;
  std::string sentence =
      first->line > 0 ? fmt::format("Line {}: {}", first->line, first->message) : first->message;
  if (sentence.ends_with('.')) sentence.pop_back();
  if (errors > 1)
    sentence += fmt::format(" (and {} more error{})", errors - 1, errors > 2 ? "s" : "");
  return sentence.ends_with('?') ? sentence : sentence + ".";
}

// Why there is no score where a worker failed, and it was not the student's doing.
NotGraded why_not(const Failure& failure) {
  switch (failure.kind) {
    case Failure::Kind::time_limit:
    case Failure::Kind::computing_limit: return NotGraded::time_limit;
    case Failure::Kind::lost: return NotGraded::worker_lost;
    case Failure::Kind::cancelled: return NotGraded::interrupted;
    case Failure::Kind::memory_limit: return NotGraded::no_memory;
    default: return NotGraded::worker_failed;
  }
}

std::string text_of_drawn(const PlannedRun& run) {
  return fmt::format("{}, {}", run.size.label, run.seed.text());
}

// Some blocks of a run, and how much they may do: sim/work.hpp.
struct FollowedRun {
  sim::FollowedBlocks blocks;
  uint64_t most_work = 0;
};

// One call of grade(): the steps in their order, what they saw, and the result.
class Grading {
 public:
  Grading(const exercise::Exercise& exercise, const std::string& source,
          const GradeOptions& options)
      : exercise_(exercise),
        source_(source),
        options_(options),
        draw_(options.seed, source),
        reference_(options.reference),
        student_(exercise, source, options) {
    result_.slug = exercise.slug;
    result_.title = exercise.title;
    result_.seed = options.seed;
    result_.file_hash = exercise::hex_text(exercise::sha256(source));
    result_.exercise_hash = exercise.hash;
    if (!reference_) {
      own_reference_ = std::make_unique<Reference>(exercise, options.start_worker, options.threads,
                                                   options.compute_capability);
      reference_ = own_reference_.get();
    }
  }

  ExerciseResult run() {
    const Stopwatch watch;
    std::vector<PlannedRun> runs = plan_runs(
        exercise_, options_.seed, options_.drawn_for.empty() ? source_ : options_.drawn_for);
    evidence_.why_no_gpu = options_.why_no_gpu;
    if (options_.gpu) options_.gpu->warm();  // ready when the simulator is
    const bool can_run = compile() && choose_block();
    add_runs_near(runs, hints_, exercise_, options_.seed, source_);
    evidence_.runs_planned = runs.size();
    for (const PlannedRun& run : runs)
      if (run.seed.drawn && run.variant == runs.front().variant)
        result_.drawn.push_back(text_of_drawn(run));
    if (can_run) make_runs(runs);
    find_writing_line();
    look_at_what_was_left();
    look_for_undefined_variables();
    look_at_other_readings();
    std::vector<GateResult> built_ins = judge_built_ins(exercise_, evidence_);
    if (options_.gpu) run_on_gpu(built_ins);
    model_runs(runs, built_ins);
    look_at_predictions();
    result_.gates = judge_rest(exercise_, evidence_, std::move(built_ins));
    result_.counters = std::move(evidence_.counted);
    result_.findings = std::move(evidence_.findings);
    result_.mismatch = std::move(evidence_.mismatch);
    result_.timings = std::move(evidence_.timings);
    if (evidence_.stop) result_.error = evidence_.stop->message;
    if (result_.has_score()) {
      result_.verdict = verdict_of(result_.gates);
      result_.score = score_of(result_.gates);
    }
    result_.work = {budget_.done(), budget_.allowed()};
    result_.time.compile = student_.compile_milliseconds();
    result_.time.total = watch.milliseconds();
    return std::move(result_);
  }

 private:
  // Every step returns whether the next one can be taken; if not, evidence_.stop says why.
  bool stop(std::string_view gate, std::string message, int line = 0) {
    evidence_.stop = Stop{std::string(gate), std::move(message), line};
    return false;
  }
  // What went wrong is not the student's.
  bool give_up(NotGraded why, std::string message) {
    result_.grader_failed = true;
    result_.not_graded = why;
    return stop("", std::move(message));
  }
  bool cancelled() {
    result_.interrupted = true;
    result_.not_graded = NotGraded::interrupted;
    return stop("", "The run was cancelled.");
  }
  bool compile();
  worker::Outcome<sim::Report> simulate(PreparedRun& run,
                                        const std::function<void(double)>& progress,
                                        const OrderTrial* trial = nullptr,
                                        const std::optional<FollowedRun>& follow = {});
  void run_on_gpu(const std::vector<GateResult>& built_ins);
  void model_runs(const std::vector<PlannedRun>& runs, const std::vector<GateResult>& built_ins);
  bool choose_block();
  void look_at_predictions();
  void make_runs(const std::vector<PlannedRun>& runs);
  bool make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs);
  bool leave_out(const PlannedRun& plan);
  void look_for_undefined_variables();
  void look_at_other_readings();
  bool follow_blocks(PreparedRun& run, uint64_t work, VariantCounters& counted);
  bool repeat_in_other_orders(PreparedRun& run, const RunMemory& expected,
                              const std::vector<OrderTrial>& trials, const sim::Report& first);
  bool failed_in_worker(const Failure& failure, const std::string& where);
  void note(const PlannedRun& plan, const sim::Report& report, const std::string& where);
  void look_at_what_was_left();
  sim::Options options_of_run() const;
  void find_writing_line();
  void tell(const std::string& doing, double fraction, bool is_timing = false) const {
    if (options_.progress) options_.progress({doing, std::min(fraction, 1.0), is_timing});
  }
  const exercise::Exercise& exercise_;
  const std::string& source_;
  const GradeOptions& options_;
  const exercise::Draw draw_;
  Reference* reference_;
  std::unique_ptr<Reference> own_reference_;
  bool is_last_run_ = false;
  StudentWorker student_;
  std::optional<Dim3> block_;               // the student's choice
  std::optional<PlannedRun> mismatch_run_;  // that of evidence_.mismatch
  WorkBudget budget_;
  TrackingPlan tracking_;
  std::vector<MeasuredRun> measured_;
  // The kernel has variables that are declared without a value, or its PTX reads registers that it
  // may not have written.
  bool may_use_undefined_ = false;
  SizeHints hints_;
  bool looks_at_machine_ = false;
  OtherReadings other_readings_;
  OrderPlan orders_;
  Evidence evidence_;
  ExerciseResult result_;
};

bool Grading::compile() {
  tell("compiling", 0);
  worker::Outcome<compile::Compiled> compiled = student_.compile();
  if (!compiled) {
    if (student_.was_cancelled(compiled.failure)) return cancelled();
    switch (compiled.failure.kind) {
      // A slower machine would end what a quicker one compiles: no mark hangs on that.
      case Failure::Kind::computing_limit:
        return give_up(NotGraded::time_limit, compiled.failure.message);
      case Failure::Kind::memory_limit:
      case Failure::Kind::stack_limit:
      case Failure::Kind::crashed: return stop(kCompilesGate, compiled.failure.message);
      case Failure::Kind::time_limit:
        return give_up(NotGraded::time_limit, student_.out_of_time("compiling"));
      default: return give_up(why_not(compiled.failure), compiled.failure.message);
    }
  }
  hints_ = hints_of(*compiled.value);
  looks_at_machine_ = compiled.value->looks_at_machine;
  result_.diagnostics = std::move(compiled.value->diagnostics);
  result_.resources = std::move(compiled.value->kernels);
  result_.compiler = std::move(compiled.value->compiler);
  if (!compiled.value->ok) {
    int line = 0;
    std::string sentence = first_error(result_.diagnostics, line);
    if (sentence.empty()) sentence = "It does not compile: " + compiled.value->log;
    return stop(kCompilesGate, std::move(sentence), line);
  }
  may_use_undefined_ = compiled.value->undefined_variables > 0;
  other_readings_ = {std::move(compiled.value->other_readings), compiled.value->instructions};
  evidence_.compiled = true;
  return true;
}

bool Grading::choose_block() {
  if (!exercise_.student_chooses_block) return true;
  const worker::Outcome<std::optional<std::vector<uint8_t>>> variable =
      student_.get().variable(kBlockVariable);
  if (!variable) return failed_in_worker(variable.failure, "reading the block shape");
  if (!*variable.value) return true;  // the exercise's own shape
  const Result<Dim3> choice = block_choice(exercise_, **variable.value);
  if (!choice) return stop("launches", choice.error());
  block_ = *choice;
  return true;
}

void Grading::look_at_predictions() {
  if (!options_.predicted || options_.is_cancelled()) return;
  for (const exercise::Gate& gate : exercise_.gates)
    if (gate.prediction) evidence_.predictions[gate.name] = options_.predicted(*gate.prediction);
}

// The simulator first: it says which line is wrong, and a GPU does not.
void Grading::run_on_gpu(const std::vector<GateResult>& built_ins) {
  if (result_.grader_failed || options_.is_cancelled()) return;
  result_.backend = "cuda";
  GpuEvidence& evidence = evidence_.gpu.emplace();
  const Result<worker::GpuReady> ready = options_.gpu->open(options_.cancel);
  if (!ready) {
    evidence.skipped = ready.error();
    if (options_.is_cancelled()) cancelled();
    return;
  }
  evidence.report.name = ready->device.name;
  evidence.report.uuid = ready->device.uuid;
  evidence.report.driver_version = ready->device.driver_version;
  if (std::any_of(built_ins.begin(), built_ins.end(),
                  [](const GateResult& gate) { return gate.status != Status::pass; })) {
    evidence.skipped = "the simulator found it wrong, so it was not run on the GPU.";
    result_.gpu = evidence.report;
    return;
  }
  const auto tell_of_gpu = [&](const std::string& doing, bool is_timing) {
    tell(doing, 1, is_timing);
  };
  const GpuQuestion question{exercise_,   source_,       block_,          options_.seed,
                             *reference_, *options_.gpu, options_.cancel, tell_of_gpu};
  Result<GpuAnswer> gathered = gather_gpu_evidence(question);
  if (gathered) {
    evidence = std::move(gathered->evidence);
    evidence_.timings = std::move(gathered->timings);
  } else {
    evidence.skipped = gathered.error();
    if (options_.is_cancelled()) cancelled();
  }
  result_.gpu = evidence.report;
}

// Of a kernel that is wrong a gate needs no time; whoever asks for models gets them all the same.
void Grading::model_runs(const std::vector<PlannedRun>& runs,
                         const std::vector<GateResult>& built_ins) {
  const bool for_gates =
      asks_for_models(exercise_) && std::ranges::all_of(built_ins, [](const GateResult& gate) {
        return gate.status == Status::pass;
      });
  if (result_.grader_failed || (options_.models.empty() && !for_gates)) return;
  ModelSession session(exercise_, source_, options_.start_worker, options_.compute_capability);
  // Nothing else will use the student's worker.
  if (auto worker = student_.give_away()) session.adopt(std::move(worker), result_.resources);
  const ModelQuestion question{
      exercise_, options_, block_, for_gates, student_.time_left(), [&](const std::string& doing) {
        tell(doing, 1);
      }};
  result_.why_no_models = model_launches(question, runs, session, evidence_);
}

void Grading::make_runs(const std::vector<PlannedRun>& runs) {
  const Stopwatch watch;
  std::shared_ptr<const RunMemory> inputs;
  for (size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun& run = runs[i];
    // Free one size before the next is made.
    if (i == 0 || !runs[i - 1].has_data_of(run)) inputs.reset();
    is_last_run_ = i + 1 == runs.size();
    const bool go_on = make_run(run, inputs);
    const double so_far = watch.milliseconds();
    if (run.graded) result_.time.graded = so_far - result_.time.checks;
    else result_.time.checks = so_far;
    if (!go_on) return;
  }
}

bool Grading::make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise_, plan, block_, inputs);
  if (!run) {
    if (run.why().block_is_wrong) return stop("launches", run.error());
    return give_up(run.why().no_memory ? NotGraded::no_memory : NotGraded::broken_exercise,
                   run.error());
  }
  inputs = run->inputs;
  const std::string& where = run->setup.label;
  const std::string doing = (plan.graded ? "counting " : "checking ") + where;
  // The reference's run fills the first part of this run's progress, the student's the second.
  const double middle = (plan.progress_begin + plan.progress_end) / 2;
  const auto part = [&](double begin) {
    return [this, &doing, &plan, begin, half = middle - plan.progress_begin](double fraction) {
      tell(doing, std::min(begin + fraction * half, plan.progress_end));
    };
  };
  tell(doing, plan.progress_begin);

  // The reference first: what it needs for this run says what the student's kernel may.
  worker::Outcome<Reference::Expected> expected =
      reference_->expected(*run, part(plan.progress_begin), options_.cancel);
  if (!expected)
    return student_.was_cancelled(expected.failure)
               ? cancelled()
               : give_up(NotGraded::reference_failed, expected.failure.message);
  if (expected.value->is_too_costly) return leave_out(plan);
  budget_.add_run(expected.value->work, run->setup);
  // The largest run is the last. A GPU's answers are compared with the reference's once more.
  if (is_last_run_ && own_reference_ && !options_.gpu) own_reference_->rest();

  worker::Outcome<sim::Report> ran = simulate(*run, part(middle));
  if (!ran) return failed_in_worker(ran.failure, where);
  sim::Report& report = *ran.value;
  if (report.cancelled) return cancelled();
  budget_.spend(report);
  ++evidence_.runs_started;
  may_use_undefined_ |= report.may_read_unset_registers;
  note(plan, report, where);
  if (std::optional<Stop> last = stop_by_finding(report, where)) {
    evidence_.stop = std::move(last);
    return false;
  }
  if (!report.completed) {  // an access that cannot be made ends a launch, but other sizes may do
    if (evidence_.incomplete_where.empty()) evidence_.incomplete_where = where;
    return true;
  }

  if (!plan.sample) measured_.push_back({plan, warp_instructions(report)});

  const bool was_right = !evidence_.mismatch;
  std::shared_ptr<const RunMemory> answers = std::move(expected.value->answers);
  const worker::Outcome<bool> correct =
      compare_answers(*run, *answers, where, student_.get(), evidence_);
  if (!correct) return failed_in_worker(correct.failure, where);
  if (was_right && evidence_.mismatch) mismatch_run_ = plan;
  ++evidence_.runs_completed;
  if (plan.graded && options_.keep_pictures && result_.pictures.empty())
    result_.pictures = pictures_of(*run, *answers, student_.get());
  const std::vector<OrderTrial> trials =
      plan.sample ? std::vector<OrderTrial>() : orders_.trials(report);
  if (trials.empty()) answers.reset();  // what is followed needs the room
  if (plan.graded || plan.counted_again) {
    std::vector<VariantCounters>& counted =
        plan.graded ? evidence_.counted : evidence_.counted_again;
    counted.push_back(counters_of(*run, report, *expected.value, *correct.value));
    if (!follow_blocks(*run, report.work, counted.back())) return false;
  }
  return trials.empty() || repeat_in_other_orders(*run, *answers, trials, report);
}

// A run that only the kernel's own numbers suggest.
bool Grading::leave_out(const PlannedRun& plan) {
  --evidence_.runs_planned;
  std::erase(result_.drawn, text_of_drawn(plan));
  return true;
}

// For gates about where values come from; `work` is what all blocks together did. Some of them that
// have not ended by then wait for those which are not there, and leave such gates unchecked.
bool Grading::follow_blocks(PreparedRun& run, uint64_t work, VariantCounters& counted) {
  for (const size_t launch : launches_to_follow(exercise_, run.setup)) {
    const FollowedRun followed{blocks_to_follow(run.setup, launch, draw_), work};
    const worker::Outcome<sim::Report> ran = simulate(run, {}, nullptr, followed);
    if (!ran) return failed_in_worker(ran.failure, run.setup.label);
    if (ran.value->cancelled) return cancelled();
    if (ran.value->completed) add_followed(*ran.value, counted);
  }
  return true;
}

// What is right in the default order must be so in every one. False: the grading ends.
bool Grading::repeat_in_other_orders(PreparedRun& run, const RunMemory& expected,
                                     const std::vector<OrderTrial>& trials,
                                     const sim::Report& first) {
  const auto is_wrong = [&] { return evidence_.mismatch || any_fails(evidence_.findings); };
  if (is_wrong() || options_.schedule_seed != 0) return true;
  for (const OrderTrial& planned : trials) {
    const OrderTrial trial = orders_.limited(planned);
    const std::string where = place_of(run.setup.label, trial.schedule);
    const worker::Outcome<sim::Report> ran = simulate(run, {}, &trial);
    if (!ran) return failed_in_worker(ran.failure, where);
    if (ran.value->cancelled) return cancelled();
    orders_.spend(*ran.value);
    add_findings(evidence_.findings, *ran.value, where);
    if (ran.value->completed) {
      const worker::Outcome<bool> compared =
          compare_answers(run, expected, where, student_.get(), evidence_);
      if (!compared) return failed_in_worker(compared.failure, where);
    }
    if (evidence_.mismatch) {
      evidence_.mismatch->order = trial.schedule;
      evidence_.mismatch->by_machine = first.order_by_machine;
      evidence_.mismatch->line = first.order_line;
    }
    if (is_wrong()) return true;
  }
  return true;
}

void Grading::look_for_undefined_variables() {
  if (!may_use_undefined_ || !student_.is_started() || evidence_.stop || options_.is_cancelled())
    return;
  // What the optimiser has made of such a variable may have neither its name nor a line.
  const sim::Finding* const known = first_finding(evidence_, "initialized");
  if (known && known->line > 0) return;
  tell("looking for variables without a value", 1);
  const worker::Outcome<bool> looked =
      add_undefined_variables({exercise_, block_, measured_}, student_, evidence_.findings);
  if (!looked) failed_in_worker(looked.failure, "looking for variables without a value");
}

// Of what is right as it was written.
void Grading::look_at_other_readings() {
  if (other_readings_.readings.empty() || evidence_.stop || evidence_.mismatch ||
      any_fails(evidence_.findings) || !result_.has_score() || options_.is_cancelled())
    return;
  tell("compiling for other GPUs", 1);
  sim::Options options = options_of_run();
  options.placement = draw_.seed("placement, other GPUs").value;
  const worker::Outcome<bool> tried = try_other_readings(
      {exercise_, block_, other_readings_, measured_, options, *reference_}, student_, evidence_);
  if (!tried) failed_in_worker(tried.failure, "as the file is read elsewhere");
}

sim::Options Grading::options_of_run() const {
  sim::Options options;
  options.threads = options_.threads;
  options.schedule = sim::Schedule::numbered(options_.schedule_seed);
  options.student_file = exercise_.student_file;
  return options;
}

// The student's kernel, with `trial` in another order.
worker::Outcome<sim::Report> Grading::simulate(PreparedRun& run,
                                               const std::function<void(double)>& progress,
                                               const OrderTrial* trial,
                                               const std::optional<FollowedRun>& follow) {
  sim::Options options = options_of_run();
  options.max_work = budget_.left();
  if (follow) {
    options.follow = follow->blocks;
    options.max_work = follow->most_work;
  }
  if (!trial && !follow) options = tracking_.limited(std::move(options), evidence_);
  if (trial) options = options_of(*trial, std::move(options));
  draw_machine(run.plan, run.setup.label, draw_, options);
  return student_.simulate(run, options, progress);
}

// A call that gave no report. Limits that are the kernel's own are counted and come as findings, so
// what is left is a launch that cannot be, or our fault or the system's.
bool Grading::failed_in_worker(const Failure& failure, const std::string& where) {
  if (student_.was_cancelled(failure)) return cancelled();
  if (failure.kind == Failure::Kind::rejected) {
    evidence_.stop = stop_by_refusal(failure);
    return false;
  }
  if (failure.kind == Failure::Kind::time_limit)
    return give_up(NotGraded::time_limit, student_.out_of_time(where));
  return give_up(why_not(failure), with_place(failure.message, where));
}

// Adds what a run found to what is known, each finding once.
void Grading::note(const PlannedRun& plan, const sim::Report& report, const std::string& where) {
  if (result_.output.empty()) result_.output = report.output;
  if (!tracking_.leaves(plan, report, evidence_))
    evidence_.races_checked = evidence_.races_checked && report.races_checked;
  add_findings(evidence_.findings, report, where);
}

// What is right so far is tracked to the end of every run. One gate that fails decides the verdict,
// and then the runs that were looked at whole speak for the others.
void Grading::look_at_what_was_left() {
  if (tracking_.left().empty() || evidence_.stop || !result_.has_score()) return;
  evidence_.runs_half_tracked = tracking_.left().size();
  const std::vector<GateResult> gates = judge(exercise_, evidence_);
  if (std::ranges::any_of(gates, [](const auto& gate) { return gate.status == Status::fail; }))
    return;
  evidence_.runs_half_tracked = 0;
  for (const PlannedRun& run : tracking_.left()) {
    tell("looking for races", 1);
    sim::Options options = options_of_run();
    draw_machine(run, run.size.label, draw_, options);
    const worker::Outcome<bool> looked =
        track_whole(exercise_, block_, run, student_, options, evidence_);
    if (!looked) failed_in_worker(looked.failure, run.size.label);
    else if (!*looked.value) cancelled();
    if (!looked || !*looked.value || any_fails(evidence_.findings)) return;
  }
}

void Grading::find_writing_line() {
  if (!mismatch_run_ || options_.is_cancelled()) return;
  if (!result_.has_score()) return;  // and perhaps no worker
  Mismatch& mismatch = *evidence_.mismatch;
  const WrongRun wrong{exercise_, *mismatch_run_, block_, options_.name_inputs};
  if (looks_at_machine_ && !mismatch.order && !mismatch_run_->graded)
    add_followed_machine(wrong, student_.get(), draw_, options_.cancel, mismatch);
  if (!mismatch.writer && mismatch.writers != Mismatch::Writers::earlier) return;
  add_writing_line(wrong, student_.get(), options_.cancel, mismatch);
}

}  // namespace

ExerciseResult grade(const exercise::Exercise& exercise, const std::string& source,
                     const GradeOptions& options) {
  return Grading(exercise, source, options).run();
}

ExerciseResult reject(const exercise::Exercise& exercise, const std::string& sentence,
                      uint64_t seed) {
  ExerciseResult result;
  result.slug = exercise.slug;
  result.title = exercise.title;
  result.seed = seed;
  result.exercise_hash = exercise.hash;
  result.error = sentence;
  Evidence evidence;
  evidence.stop = Stop{std::string(kCompilesGate), sentence, 0};
  result.gates = judge(exercise, evidence);
  result.verdict = verdict_of(result.gates);
  result.score = score_of(result.gates);
  return result;
}

ExerciseResult unread_submission(const exercise::Exercise& exercise, std::string sentence) {
  ExerciseResult result = broken_exercise(exercise.slug, std::move(sentence));
  result.title = exercise.title;
  result.exercise_hash = exercise.hash;
  result.not_graded = NotGraded::unreadable;
  return result;
}

}  // namespace warplab::verdict
