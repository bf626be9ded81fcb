#include "verdict/program/program_grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "compile/first_error.hpp"
#include "compile/nvcc_log.hpp"
#include "exercise/sha256.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/plan/work_budget.hpp"
#include "verdict/program/driver_source.hpp"
#include "verdict/program/host_program.hpp"
#include "verdict/program/printed.hpp"
#include "verdict/program/program_evidence.hpp"
#include "verdict/result/started_result.hpp"
#include "verdict/run/answers.hpp"
#include "verdict/run/findings.hpp"
#include "verdict/run/graded_run.hpp"
#include "verdict/run/stopwatch.hpp"

namespace warplab::verdict {
namespace {

// For a reference that never ends, as that of kernels: Reference.
constexpr uint64_t kMostWorkOfReference = 500'000'000;

// Exercises name no GPU for a program to run on.
constexpr const char* kUsualGpu = "H100";
const model::Gpu* usual_gpu(const std::vector<model::Gpu>& gpus) {
  for (const model::Gpu& gpu : gpus)
    if (std::ranges::find(gpu.names, kUsualGpu) != gpu.names.end()) return &gpu;
  return gpus.empty() ? nullptr : &gpus.front();
}

// What must come of a run.
struct ExpectedRun {
  RunMemory answers;  // of buffers
  ProgramRan program;
};

class ProgramGrading {
 public:
  ProgramGrading(const exercise::Exercise& exercise, const std::string& source,
                 const GradeOptions& options)
      : exercise_(exercise), source_(source), options_(options), gpu_(usual_gpu(options.gpus)) {
    result_ = result_of(exercise, options.seed);
    result_.file_hash = exercise::hex_text(exercise::sha256(source));
  }

  ExerciseResult run();

 private:
  bool stop(std::string_view gate, Saying says, int line = 0) {
    evidence_.stop = Stop{std::string(gate), std::move(says), line, {}};
    return false;
  }
  bool give_up(NotGraded why, std::string sentence) {
    result_.grader_failed = true;
    result_.not_graded = why;
    return stop("", as_it_is(std::move(sentence)));
  }
  bool cancelled() {
    result_.interrupted = true;
    result_.not_graded = NotGraded::interrupted;
    return stop("", say(Says::run_cancelled));
  }
  void tell(const std::string& doing, double fraction) const {
    if (options_.progress) options_.progress({doing, std::min(fraction, 1.0), false});
  }
  ProgramLimits limits() const {
    const double left = std::max(options_.timeout_seconds * 1000 - watch_.milliseconds(), 1.0);
    return {budget_.left(), std::chrono::milliseconds(static_cast<int64_t>(left)), options_.cancel};
  }

  bool build();
  bool build_reference();
  bool could_not_build(const std::string& log);
  bool make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs);
  Result<ExpectedRun> expected_of(const PreparedRun& students);
  // False: the run, or all of them, are over.
  bool note_run(const PreparedRun& run, const ProgramRan& ran, const ExpectedRun& expected);
  bool compare(const PreparedRun& run, const ProgramRan& ran, const ExpectedRun& expected);
  bool compare_texts(const std::string& what, const std::string& actual,
                     const std::string& expected, const std::string& where);
  void keep_pictures(const PreparedRun& run, const RunMemory& expected);

  const exercise::Exercise& exercise_;
  const std::string& source_;
  const GradeOptions& options_;
  const model::Gpu* gpu_;
  std::optional<HostProgram> program_, reference_;
  Stopwatch watch_;
  WorkBudget budget_;
  Evidence evidence_;
  ExerciseResult result_;
};

// What the linker complains of is most often one of two things.
Saying link_sentence(const exercise::Exercise& exercise, const std::string& log) {
  const std::string& function = exercise.host->function;
  if (log.find("undefined reference to `" + function) != std::string::npos)
    return say(GateSays::host_function_missing, function);
  if (log.find("multiple definition of `main'") != std::string::npos)
    return say(GateSays::host_has_main, function);
  size_t begin = log.find("undefined reference");
  if (begin == std::string::npos) begin = log.find('\n') + 1;
  return say(GateSays::host_does_not_link, log.substr(begin, log.find('\n', begin) - begin));
}

bool ProgramGrading::could_not_build(const std::string& log) {
  if (log.find(":\nbwrap: ") != std::string::npos)
    return give_up(NotGraded::worker_failed, "The compiler cannot be locked in: " +
                                                 log.substr(log.find("bwrap: ") + 7) + ".");
  if (log.find("does not link") != std::string::npos)
    return stop(kCompilesGate, link_sentence(exercise_, log));
  const compile::Source source{exercise_.student_file, source_, gpu_->compute_capability};
  result_.diagnostics = compile::explain_nvcc(log, source, program_->folder());
  int line = 0;
  std::string sentence = compile::first_error(result_.diagnostics, line);
  if (sentence.empty()) sentence = log.substr(0, log.find('\n', log.find('\n') + 1));
  return stop(kCompilesGate, as_it_is(std::move(sentence)), line);
}

bool ProgramGrading::build() {
  if (!gpu_) return give_up(NotGraded::worker_failed, "There are no data of a GPU to run it on.");
  if (const Result<bool> possible = HostProgram::is_possible(); !possible)
    return give_up(NotGraded::worker_failed,
                   "This exercise has host code, and cannot be graded here. " + possible.error());
  tell("compiling", 0);
  const Stopwatch watch;
  program_.emplace(exercise_, exercise_.student_file, *gpu_, options_.threads);
  const Result<bool> built = program_->build(source_);
  result_.compiler = program_->compiler();
  result_.time.compile = watch.milliseconds();
  if (options_.is_cancelled()) return cancelled();
  if (!built) return could_not_build(built.error());
  evidence_.compiled = true;
  return build_reference();
}

bool ProgramGrading::build_reference() {
  if (exercise_.reference_file.empty()) return true;
  const Result<std::string> text = read_source(exercise_.folder / exercise_.reference_file);
  if (!text) return give_up(NotGraded::reference_failed, text.error());
  reference_.emplace(exercise_, exercise_.reference_file, *gpu_, options_.threads);
  const Result<bool> built = reference_->build(*text);
  if (built) return true;
  return give_up(NotGraded::reference_failed,
                 fmt::format("{} of {} is no program: {}", exercise_.reference_file, exercise_.slug,
                             built.error()));
}

Result<ExpectedRun> ProgramGrading::expected_of(const PreparedRun& students) {
  Result<PreparedRun, NotPrepared> run =
      prepare_run(exercise_, students.plan, std::nullopt, students.inputs);
  if (!run) return Error{run.error()};
  ExpectedRun expected;
  if (reference_) {
    ProgramLimits its = limits();
    its.work = kMostWorkOfReference;
    Result<ProgramRan> ran = reference_->run(*run, its, false);
    if (!ran) return Error{ran.error()};
    expected.program = std::move(*ran);
    const runtime::ProgramReport& report = expected.program.report;
    if (report.ended != runtime::ProgramReport::Ended::by_itself || report.signal != 0)
      return Error{fmt::format("{} of {} does not end by itself ({}).", exercise_.reference_file,
                               exercise_.slug, run->setup.label)};
  } else if (const Result<bool> filled = run->refill(); !filled) {
    return Error{filled.error()};
  }
  for (size_t i = 0; i < run->outputs.size(); ++i) {
    if (!run->setup.specs[i]->expected) continue;
    const Result<bool> computed =
        exercise::expected_values(exercise_, run->setup, i, run->outputs[i].bytes());
    if (!computed) return Error{computed.error()};
  }
  expected.answers = std::move(run->outputs);
  return expected;
}

bool ProgramGrading::compare_texts(const std::string& what, const std::string& actual,
                                   const std::string& expected, const std::string& where) {
  const auto differs = printed_otherwise(actual, expected, exercise_.host->tolerance);
  if (!differs) return true;
  const auto line = static_cast<int64_t>(differs->line);
  if (!differs->actual)
    return stop(exercise::kCorrectGate,
                say(GateSays::text_ends_early, what, line, *differs->expected, where));
  if (!differs->expected)
    return stop(exercise::kCorrectGate,
                say(GateSays::text_goes_on, line, what, *differs->actual, where));
  return stop(exercise::kCorrectGate,
              say(GateSays::text_differs, line, what, *differs->actual, *differs->expected, where));
}

bool ProgramGrading::compare(const PreparedRun& run, const ProgramRan& ran,
                             const ExpectedRun& expected) {
  const std::string& where = run.setup.label;
  const std::vector<size_t> given = call_buffers(run.setup.launches.front());
  const std::vector<WrongAnswer> wrong = wrong_answers(run, expected.answers);
  for (const WrongAnswer& answer : wrong) {
    Mismatch mismatch = mismatch_of(run, answer, where);
    const auto place = std::ranges::find(given, answer.buffer) - given.begin();
    const auto& written = ran.report.given_written;
    const bool is_written =
        static_cast<size_t>(place) >= written.size() || written[static_cast<size_t>(place)];
    mismatch.writers = is_written ? Mismatch::Writers::not_known : Mismatch::Writers::none;
    add_mismatch(evidence_, std::move(mismatch));
  }
  if (!exercise_.host->is_main()) return wrong.empty();
  if (!compare_texts("what the program prints", ran.report.output, expected.program.report.output,
                     where))
    return false;
  for (size_t k = 0; k < ran.written.size(); ++k) {
    const WrittenFile &is = ran.written[k], &should = expected.program.written[k];
    if (!is.bytes)
      return stop(exercise::kCorrectGate, say(GateSays::file_not_written, is.name, where));
    if (!compare_texts(is.name, *is.bytes, should.bytes.value_or(""), where)) return false;
  }
  return true;
}

bool ProgramGrading::note_run(const PreparedRun& run, const ProgramRan& ran,
                              const ExpectedRun& expected) {
  using Ended = runtime::ProgramReport::Ended;
  const std::string& where = run.setup.label;
  const runtime::ProgramReport& report = ran.report;
  if (report.ended == Ended::cancelled) return cancelled();
  if (report.ended == Ended::out_of_time)
    return give_up(NotGraded::time_limit,
                   fmt::format("The {} s that an exercise may take here were over ({}). Where the "
                               "host's code waits for ever, that is why.",
                               options_.timeout_seconds, where));
  const sim::Report seen = report_of(report, *program_);
  budget_.spend(seen);
  ++evidence_.runs_started;
  if (result_.output.empty()) result_.output = seen.output;
  evidence_.races_checked = evidence_.races_checked && seen.races_checked;
  add_findings(evidence_.findings, seen, where, where);
  if (!evidence_.host_fault) evidence_.host_fault = host_fault_of(report, *program_);
  if (std::optional<Stop> last = stop_by_finding(seen, where)) {
    evidence_.stop = std::move(last);
    return false;
  }
  // Who has made a mistake before the first launch may well stop there.
  if (report.launches == 0 && any_fails(evidence_.findings)) {
    evidence_.incomplete_where = where;
    return false;
  }
  const int exit_code = exercise_.host->is_main() ? expected.program.report.exit_code : 0;
  if (std::optional<Stop> last = stop_by_end(report, exit_code, where)) {
    evidence_.stop = std::move(last);
    return false;
  }
  return true;
}

void ProgramGrading::keep_pictures(const PreparedRun& run, const RunMemory& expected) {
  for (size_t i = 0; i < run.setup.buffers.size(); ++i) {
    const bool is_shown = std::ranges::any_of(exercise_.views, [&](const exercise::View& view) {
      return view.buffer == run.setup.buffers[i].name;
    });
    if (is_shown) result_.pictures.push_back(picture_of(run, i, expected));
  }
}

bool ProgramGrading::make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise_, plan, std::nullopt, inputs);
  if (!run)
    return give_up(run.why().no_memory ? NotGraded::no_memory : NotGraded::broken_exercise,
                   run.error());
  inputs = run->inputs;
  tell((plan.graded ? "counting " : "checking ") + run->setup.label, plan.progress_begin);
  const Result<ExpectedRun> expected = expected_of(*run);
  if (options_.is_cancelled()) return cancelled();
  if (!expected) return give_up(NotGraded::reference_failed, expected.error());
  budget_.add_run(expected->program.report.work, run->setup);
  const Result<ProgramRan> ran = program_->run(*run, limits(), plan.graded || plan.counted_again);
  if (!ran) return give_up(NotGraded::worker_failed, ran.error());
  if (!note_run(*run, *ran, *expected)) return false;
  const bool correct = compare(*run, *ran, *expected);
  ++evidence_.runs_completed;
  if (plan.graded || plan.counted_again) {
    auto& counted = plan.graded ? evidence_.counted : evidence_.counted_again;
    counted.push_back(counters_of(*run, ran->report, *program_, correct));
  }
  if (plan.graded && options_.keep_pictures && result_.pictures.empty())
    keep_pictures(*run, expected->answers);
  return !evidence_.stop;
}

ExerciseResult ProgramGrading::run() {
  const std::vector<PlannedRun> runs = plan_runs(
      exercise_, options_.seed, options_.drawn_for.empty() ? source_ : options_.drawn_for);
  evidence_.why_no_gpu = options_.why_no_gpu;
  evidence_.runs_planned = runs.size();
  for (const PlannedRun& run : runs)
    if (run.seed.drawn && run.variant == runs.front().variant)
      result_.drawn.push_back(fmt::format("{}, {}", run.size.label, run.seed.text()));
  if (build()) {
    const Stopwatch watch;
    std::shared_ptr<const RunMemory> inputs;
    for (size_t i = 0; i < runs.size(); ++i) {
      if (i == 0 || !runs[i - 1].has_data_of(runs[i])) inputs.reset();
      if (!make_run(runs[i], inputs)) break;
    }
    result_.time.checks = watch.milliseconds();
  }
  result_.gates = judge(exercise_, evidence_);
  result_.counters = std::move(evidence_.counted);
  result_.findings = std::move(evidence_.findings);
  result_.mismatch = std::move(evidence_.mismatch);
  if (evidence_.stop) result_.error = text_of(*evidence_.stop);
  if (result_.has_score()) {
    result_.verdict = verdict_of(result_.gates);
    result_.score = score_of(result_.gates);
  }
  result_.work = {budget_.done(), budget_.allowed()};
  result_.time.total = watch_.milliseconds();
  return std::move(result_);
}

}  // namespace

ExerciseResult grade_program(const exercise::Exercise& exercise, const std::string& source,
                             const GradeOptions& options) {
  return ProgramGrading(exercise, source, options).run();
}

}  // namespace warplab::verdict
