#include "verdict/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "compile/first_error.hpp"
#include "exercise/sha256.hpp"
#include "verdict/gpu/gpu_evidence.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/gpu/model_launches.hpp"
#include "verdict/gpu/modelled_timing.hpp"
#include "verdict/grading.hpp"
#include "verdict/judge/mismatch_hint.hpp"
#include "verdict/plan/block_choice.hpp"
#include "verdict/program/program_grading.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/result/started_result.hpp"
#include "verdict/run/findings.hpp"
#include "verdict/run/stopwatch.hpp"

namespace warplab::verdict {

using worker::Failure;

std::string text_of_drawn(const PlannedRun& run) {
  return fmt::format("{}, {}", run.size.label, run.seed.text());
}

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

Grading::Grading(const exercise::Exercise& exercise, const std::string& source,
                 const GradeOptions& options)
    : exercise_(exercise),
      source_(source),
      options_(options),
      draw_(options.seed, source),
      reference_(options.reference),
      student_(exercise, source, options) {
  result_ = result_of(exercise, options.seed);
  result_.file_hash = exercise::hex_text(exercise::sha256(source));
  if (!reference_) {
    own_reference_ = std::make_unique<Reference>(exercise, options.start_worker, options.threads,
                                                 options.compute_capability, options.idle_workers);
    reference_ = own_reference_.get();
  }
}

ExerciseResult Grading::run() {
  const Stopwatch watch;
  const std::vector<PlannedRun> runs = plan_runs(
      exercise_, options_.seed, options_.drawn_for.empty() ? source_ : options_.drawn_for);
  evidence_.why_no_gpu = options_.why_no_gpu;
  if (options_.gpu) options_.gpu->warm();  // ready when the simulator is
  const bool can_run = compile() && choose_block();
  evidence_.runs_planned = runs.size();
  for (const PlannedRun& run : runs)
    if (run.seed.drawn && run.variant == runs.front().variant)
      result_.drawn.push_back(text_of_drawn(run));
  if (can_run) make_runs(runs);
  find_writing_line();
  look_at_what_was_left();
  look_for_undefined_variables();
  name_declared_elements(evidence_, exercise_, source_);
  name_parameters(evidence_, exercise_, source_);
  name_returned_addresses(evidence_, result_.diagnostics);
  name_causes(evidence_, source_);
  for (sim::Finding& finding : evidence_.findings)
    if (is_nowhere(finding)) finding.more = parameter_hint(exercise_, source_);
  std::vector<GateResult> built_ins = judge_built_ins(exercise_, evidence_);
  if (options_.gpu) run_on_gpu(built_ins);
  model_runs(runs, built_ins);
  look_at_predictions();
  result_.gates = judge_rest(exercise_, evidence_, std::move(built_ins));
  result_.counters = std::move(evidence_.counted);
  result_.findings = std::move(evidence_.findings);
  result_.mismatch = std::move(evidence_.mismatch);
  result_.timings = std::move(evidence_.timings);
  if (evidence_.stop) result_.error = text_of(*evidence_.stop);
  if (result_.has_score()) {
    result_.verdict = verdict_of(result_.gates);
    result_.score = score_of(result_.gates);
  }
  result_.work = {budget_.done(), budget_.allowed()};
  result_.time.compile = student_.compile_milliseconds();
  result_.time.total = watch.milliseconds();
  return std::move(result_);
}

bool Grading::compile() {
  tell("compiling", 0);
  worker::Outcome<compile::Compiled> compiled = student_.compile();
  if (!compiled) {
    if (student_.was_cancelled(compiled.failure)) return cancelled();
    switch (compiled.failure.kind) {
      // A slower machine would end what a quicker one compiles: no mark hangs on that.
      case Failure::Kind::computing_limit:
        return give_up(NotGraded::time_limit, compiled.failure.says);
      case Failure::Kind::memory_limit:
      case Failure::Kind::stack_limit: return stop(kCompilesGate, compiled.failure.says);
      case Failure::Kind::crashed:
        return stop(kCompilesGate, say(LabSays::compiler_cannot_take, compiled.failure.says));
      case Failure::Kind::time_limit:
        return give_up(NotGraded::time_limit, student_.out_of_time(say(LabSays::compiling)));
      default: return give_up(why_not(compiled.failure), compiled.failure.says);
    }
  }
  result_.diagnostics = std::move(compiled.value->diagnostics);
  result_.resources = std::move(compiled.value->kernels);
  result_.compiler = std::move(compiled.value->compiler);
  if (!compiled.value->ok) {
    int line = 0;
    std::string sentence = compile::first_error(result_.diagnostics, line);
    return stop(kCompilesGate,
                sentence.empty()
                    ? say(LabSays::does_not_compile, compile::why_not_compiled(*compiled.value))
                    : as_it_is(std::move(sentence)),
                line);
  }
  may_use_undefined_ = compiled.value->undefined_variables > 0;
  evidence_.compiled = true;
  return true;
}

bool Grading::choose_block() {
  if (!exercise_.student_chooses_block) return true;
  const worker::Outcome<std::optional<std::vector<uint8_t>>> variable =
      student_.get().variable(kBlockVariable);
  if (!variable) return failed_in_worker(variable.failure, say(LabSays::reading_block_shape));
  if (!*variable.value) return true;  // the exercise's own shape
  const Result<Dim3, Saying> choice = block_choice(exercise_, **variable.value);
  if (!choice) return stop("launches", choice.why());
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
    evidence.skipped = as_it_is(ready.error());
    if (options_.is_cancelled()) cancelled();
    return;
  }
  evidence.report.name = ready->device.name;
  evidence.report.uuid = ready->device.uuid;
  evidence.report.driver_version = ready->device.driver_version;
  if (std::any_of(built_ins.begin(), built_ins.end(),
                  [](const GateResult& gate) { return gate.status != Status::pass; })) {
    evidence.skipped = say(LabSays::simulator_found_it_wrong);
    result_.gpu = evidence.report;
    return;
  }
  const auto tell_of_gpu = [&](const std::string& doing, bool is_timing) {
    tell(doing, 1, is_timing);
  };
  const GpuQuestion question{exercise_,   source_,       block_,          options_.seed,
                             *reference_, *options_.gpu, options_.cancel, tell_of_gpu};
  Result<GpuAnswer, Saying> gathered = gather_gpu_evidence(question);
  if (gathered) {
    evidence = std::move(gathered->evidence);
    evidence_.timings = std::move(gathered->timings);
  } else {
    evidence.skipped = gathered.why();
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

ExerciseResult grade(const exercise::Exercise& exercise, const std::string& source,
                     const GradeOptions& options) {
  if (exercise.host) return grade_program(exercise, source, options);
  return Grading(exercise, source, options).run();
}

ExerciseResult reject(const exercise::Exercise& exercise, const std::string& sentence,
                      uint64_t seed) {
  ExerciseResult result = result_of(exercise, seed);
  result.error = sentence;
  Evidence evidence;
  evidence.stop = Stop{std::string(kCompilesGate), as_it_is(sentence), 0, {}};
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
