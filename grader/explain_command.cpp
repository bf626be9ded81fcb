#include "explain_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

#include "base/printable.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "explain/explanation.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"
#include "streams.hpp"
#include "submission.hpp"
#include "verdict/grade.hpp"

namespace warplab::grader {
namespace {

// The exercise that was named.
Result<exercise::Exercise> exercise_of(const Options& options) {
  const Result<std::filesystem::path> folder = options.submission
                                                   ? find_exercises(options.exercises)
                                                   : find_own_exercises(options.exercises);
  if (!folder) return Error{folder.error()};
  const Result<std::vector<exercise::Entry>> all = exercise::load_all(*folder);
  if (!all) return Error{all.error()};
  const auto chosen = choose(*all, options.names);
  if (!chosen) return Error{chosen.error()};
  return chosen->front()->exercise;
}

verdict::GradeOptions grade_options(const Options& options, const std::atomic<bool>& interrupted,
                                    ProgressLine& line) {
  verdict::GradeOptions grade;
  grade.seed = options.seed;
  grade.threads = options.threads;
  grade.timeout_seconds = options.timeout_seconds;
  grade.cancel = &interrupted;
  grade.progress = [&line](const verdict::Progress& progress) {
    line.show(fmt::format("{} ({:.0f} %)", progress.doing, 100 * progress.fraction));
  };
  return grade;
}

}  // namespace

int run_explain(const Options& options) {
  const Result<exercise::Exercise> exercise = exercise_of(options);
  if (!exercise) return fail(exercise.error());
  if (exercise->host)
    return fail(
        fmt::format("explain is about kernels that are launched one by one, and {} has host "
                    "code; grader run FILE says what a program's kernels do.",
                    exercise->slug));
  if (options.submission)
    if (const std::string why = trouble_with(*options.submission, /*may_be_file=*/true);
        !why.empty())
      return fail(why);
  const Result<std::string> source = read_submission(*exercise, options.submission).text;
  if (!source) return fail(source.error());
  const auto lines = std::count(source->begin(), source->end(), '\n') + 1;
  if (options.explain.line > lines)
    return fail(fmt::format("There is no line {} in {}: it has {} lines.", options.explain.line,
                            exercise->student_file, lines));
  std::optional<OutputFile> page;
  if (options.explain.html) {
    Result<OutputFile> file = OutputFile::create_report(*options.explain.html);
    if (!file) return fail(file.error());
    page.emplace(std::move(*file));
  }
  const std::atomic<bool>& interrupted = catch_interrupts();
  verdict::ExerciseResult result;
  {
    ProgressLine line;
    result = verdict::grade(*exercise, *source, grade_options(options, interrupted, line));
  }
  result.seed = options.seed;
  if (result.grader_failed || result.interrupted) return fail(result.error);
  lens::LookOptions look;
  look.seed = options.seed;
  look.time_limit = std::chrono::milliseconds(static_cast<int64_t>(1000 * options.timeout_seconds));
  look.cancel = &interrupted;
  const Explained explained = explain(*exercise, result, *source, options.explain.line, look);
  if (interrupted) return fail("interrupted; nothing was explained.");
  if (!page) print(explanation_text(explained));
  else if (const Result<bool> written = page->replace(explanation_html(explained)); !written)
    return fail(written.error());
  return kAllPassed;
}

}  // namespace warplab::grader
