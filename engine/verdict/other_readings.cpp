#include "verdict/other_readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verdict/answers.hpp"
#include "verdict/findings.hpp"
#include "verdict/prepared_run.hpp"

namespace warplab::verdict {
namespace {

using Run = worker::Outcome<bool>;

// What is slower on an older GPU may be so: eight times as many instructions and more.
constexpr uint64_t kMostReadingWork = 16'000'000, kTimesMeasured = 16;

// The compiler could not cope with it, which the file alone decides. Not so its processor time.
bool is_of_the_file(const worker::Failure& failure) {
  using Kind = worker::Failure::Kind;
  return failure.kind == Kind::memory_limit || failure.kind == Kind::stack_limit ||
         failure.kind == Kind::crashed;
}

// "n 5, read for compute capability 7.5, which line 3 asks for with `__CUDA_ARCH__`"
std::string place_of(std::string where, const compile::NamedReading& reading) {
  if (where.ends_with('.')) where.pop_back();
  return fmt::format("{}, read {}, which line {} asks about with `{}`", where, reading.where,
                     reading.line, reading.name);
}

// A kernel that ends itself where it is not meant to run says so, as an #error would.
void drop_refusals(sim::Report& report) {
  std::erase_if(report.findings, [](const sim::Finding& finding) {
    using Kind = sim::FindingKind;
    return finding.kind == Kind::trap || finding.kind == Kind::device_assert ||
           finding.kind == Kind::unsupported || finding.kind == Kind::launch_failure;
  });
}

Run try_run(const ReadingQuestion& question, const MeasuredRun& measured,
            const compile::NamedReading& reading, StudentWorker& student, Evidence& evidence) {
  Result<PreparedRun, NotPrepared> run =
      prepare_run(question.exercise, measured.run, question.block);
  if (!run) return {true, {}};
  const worker::Outcome<Reference::Expected> expected = student.expected(question.reference, *run);
  if (!expected) return {std::nullopt, expected.failure};
  sim::Options options = question.options;
  options.max_work =
      std::min(options.max_work, kMostReadingWork + kTimesMeasured * measured.warp_instructions);
  worker::Outcome<sim::Report> ran = student.simulate(*run, options, {});
  // What this simulator or a GPU of that kind refuses is no kernel that is wrong.
  if (!ran && ran.failure.kind == worker::Failure::Kind::rejected) return {true, {}};
  if (!ran) return {std::nullopt, ran.failure};
  if (ran.value->cancelled)
    return {std::nullopt, {worker::Failure::Kind::cancelled, "The run was cancelled."}};
  const std::string where = place_of(run->setup.label, reading);
  drop_refusals(*ran.value);
  add_findings(evidence.findings, *ran.value, where);
  if (!ran.value->completed) return {true, {}};
  return compare_answers(*run, *expected.value->answers, where, student.get(), evidence);
}

// It fails: a kernel that is there alone must not be right for want of looking.
Run refused(std::string sentence, const compile::NamedReading& reading, Evidence& evidence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  evidence.stop = Stop{std::string(kCompilesGate),
                       fmt::format("Read {}, which line {} asks about with `{}`, the file is more "
                                   "than the compiler can take: {}.",
                                   reading.where, reading.line, reading.name, sentence),
                       reading.line};
  return {false, {}};
}

}  // namespace

worker::Outcome<bool> try_other_readings(const ReadingQuestion& question, StudentWorker& student,
                                         Evidence& evidence) {
  const std::vector<MeasuredRun> runs = runs_to_follow(question.runs, kFollowedInstructions);
  std::set<uint64_t> seen = {question.others.instructions};
  const std::vector<compile::NamedReading>& readings = question.others.readings;
  for (size_t i = 0; i < readings.size(); ++i) {
    const worker::Outcome<compile::Compiled> compiled =
        student.compile_reading(static_cast<uint32_t>(i + 1));
    if (!compiled && is_of_the_file(compiled.failure))
      return refused(compiled.failure.message, readings[i], evidence);
    if (!compiled)
      return {std::nullopt,
              {compiled.failure.kind, place_of(compiled.failure.message, readings[i]) + "."}};
    if (!compiled.value->ok && !compiled.value->diagnostics.empty())
      return refused(compiled.value->diagnostics.front().message, readings[i], evidence);
    // What does not compile there says so itself.
    if (!compiled.value->ok || !seen.insert(compiled.value->instructions).second) continue;
    for (const MeasuredRun& run : runs) {
      const Run right = try_run(question, run, readings[i], student, evidence);
      if (!right || evidence.mismatch || any_fails(evidence.findings)) return right;
    }
  }
  return {true, {}};
}

}  // namespace warplab::verdict
