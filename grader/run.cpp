#include "run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"
#include "reports/color.hpp"
#include "reports/json.hpp"
#include "reports/text.hpp"
#include "streams.hpp"
#include "submission.hpp"
#include "verdict/check.hpp"
#include "verdict/grade.hpp"
#include "verdict/result_json.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

int fail(const std::string& sentence) {
  complain(sentence);
  return kGraderFailed;
}

// Where the report goes: text to the terminal piece by piece as it comes, everything else at the
// end.
class Report {
 public:
  explicit Report(const Options& options) : options_(options) {}

  // The Error says why --output cannot be written.
  Result<bool> open() {
    if (!options_.output) return true;
    Result<OutputFile> file = OutputFile::create(*options_.output);
    if (!file) return Error{file.error()};
    file_.emplace(std::move(*file));
    return true;
  }
  bool is_text() const { return options_.format == Options::Format::text; }
  bool uses_color() const { return !file_ && is_text() && wants_color(); }
  void add(const std::string& text) {
    if (file_) {
      content_ += text;
      return;
    }
    if (why_broken_ != 0) return;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) != 0 || !written) why_broken_ = errno;
  }
  // Nobody reads any more: there is no use in going on.
  bool is_broken() const { return why_broken_ != 0; }
  // An exit code: `code`, or that of a report that could not be written.
  int close(int code) {
    if (file_) {
      const Result<bool> written = file_->replace(content_);
      if (!written) return fail(written.error());
    } else if (is_broken()) {
      return fail(fmt::format("The report cannot be written to standard output: {}.",
                              std::strerror(why_broken_)));
    }
    return code;
  }

 private:
  const Options& options_;
  std::optional<OutputFile> file_;
  std::string content_;
  int why_broken_ = 0;  // the errno of standard output
};

// What all commands begin with.
struct Course {
  fs::path folder;
  std::vector<exercise::Entry> all;
  std::vector<const exercise::Entry*> chosen;
};

Result<Course> open_course(const Options& options) {
  Course course;
  const Result<fs::path> folder = find_exercises(options.exercises);
  if (!folder) return Error{folder.error()};
  course.folder = *folder;
  Result<std::vector<exercise::Entry>> all = exercise::load_all(course.folder);
  if (!all) return Error{all.error()};
  course.all = std::move(*all);
  Result<std::vector<const exercise::Entry*>> chosen = choose(course.all, options.names);
  if (!chosen) return Error{chosen.error()};
  course.chosen = std::move(*chosen);
  return course;
}

TextStyle style_for(const Course& course, const Report& report) {
  TextStyle style;
  style.color = report.uses_color();
  for (const exercise::Entry* entry : course.chosen)
    style.name_width = std::max(style.name_width, slug_of(entry->folder).size());
  return style;
}

// The GPU that --backend asks for, if there is one. The Error is that it must be there and is not.
class ChosenGpu {
 public:
  Result<bool> open(const Options& options) {
    if (options.backend == Options::Backend::sim) return true;
    session_ = std::make_unique<verdict::GpuSession>(options.gpu);
    ProgressLine line;
    line.show("starting the GPU");
    const Result<worker::GpuReady> ready = session_->open();
    if (ready) return true;
    session_.reset();
    // A GPU that is asked for by name, too, is not to be done without.
    if (options.backend == Options::Backend::cuda || !options.gpu.empty())
      return Error{"no time can be measured: " + ready.error() +
                   " With --backend sim kernels run in the simulator only."};
    why_not_ = "no time was measured, because there is no NVIDIA GPU";
    return true;
  }
  void hand_to(verdict::GradeOptions& grade) const {
    grade.gpu = session_.get();
    grade.why_no_gpu = why_not_;
  }

 private:
  std::unique_ptr<verdict::GpuSession> session_;
  std::string why_not_ = "no time was measured, because the simulator alone was asked for";
};

// Options of the engine, with the progress line in front of what it says.
verdict::GradeOptions grade_options(const Options& options, const std::atomic<bool>& interrupted) {
  verdict::GradeOptions grade;
  grade.seed = options.seed;
  grade.threads = options.threads;
  grade.timeout_seconds = options.timeout_seconds;
  grade.cancel = &interrupted;
  return grade;
}

std::function<void(const verdict::Progress&)> progress_to(ProgressLine& line, size_t number,
                                                          size_t count, const std::string& slug) {
  return [&line, prefix = fmt::format("[{}/{}] {}: ", number, count, printable(slug))](
             const verdict::Progress& progress) {
    line.show(fmt::format("{}{} ({:.0f} %)", prefix, progress.doing, 100 * progress.fraction));
  };
}

int grade_course(const Options& options, const Course& course, const ChosenGpu& gpu,
                 Report& report) {
  std::error_code why;
  if (options.submission && !fs::is_directory(*options.submission, why))
    return fail(fmt::format("There is no folder {} with a submission{}.",
                            options.submission->string(),
                            why ? " (" + why.message() + ")" : std::string()));
  if (options.submission && ::access(options.submission->c_str(), R_OK | X_OK) != 0)
    return fail(fmt::format("The submission {} cannot be read: {}.", options.submission->string(),
                            std::strerror(errno)));
  const std::atomic<bool>& interrupted = catch_interrupts();
  const TextStyle style = style_for(course, report);
  std::vector<verdict::ExerciseResult> results;
  for (const exercise::Entry* entry : course.chosen) {
    if (report.is_broken()) break;
    std::string source;
    if (interrupted) {  // it was asked for, so the report says that it was not graded
      results.push_back(verdict::interrupted_exercise(slug_of(entry->folder)));
      results.back().seed = options.seed;
    } else if (!entry->exercise) {
      results.push_back(verdict::broken_exercise(slug_of(entry->folder), entry->exercise.error()));
      results.back().seed = options.seed;
    } else if (Result<std::string> read = read_submission(*entry->exercise, options.submission);
               !read) {
      results.push_back(verdict::reject(*entry->exercise, read.error(), options.seed));
    } else {
      source = std::move(*read);
      ProgressLine line;
      verdict::GradeOptions grade = grade_options(options, interrupted);
      gpu.hand_to(grade);
      grade.progress =
          progress_to(line, results.size() + 1, course.chosen.size(), entry->exercise->slug);
      results.push_back(verdict::grade(*entry->exercise, source, grade));
    }
    if (report.is_text()) report.add(text_of(results.back(), source, style));
  }
  report.add(report.is_text() ? summary_of(results, style) : verdict::to_json(results));
  if (interrupted) {
    (void)report.close(kGraderFailed);
    return fail("interrupted; the report says which exercises were not graded.");
  }
  const auto any = [&](auto condition) {
    return std::any_of(results.begin(), results.end(), condition);
  };
  const bool grader_failed =
      any([](const verdict::ExerciseResult& result) { return result.grader_failed; });
  const bool something_failed = any([](const verdict::ExerciseResult& result) {
    return result.verdict != verdict::Status::pass;
  });
  return report.close(grader_failed      ? kGraderFailed
                      : something_failed ? kSomethingFailed
                                         : kAllPassed);
}

int check_course(const Options& options, const Course& course, const ChosenGpu& gpu,
                 Report& report) {
  const std::atomic<bool>& interrupted = catch_interrupts();
  const TextStyle style = style_for(course, report);
  const fs::path solutions = solutions_of(course.folder, options.solutions);
  std::vector<verdict::ExerciseCheck> checks;
  for (const exercise::Entry* entry : course.chosen) {
    if (report.is_broken()) break;
    verdict::ExerciseCheck check;
    check.slug = slug_of(entry->folder);
    if (interrupted) {
      check.items.push_back(
          {"check", verdict::CheckItem::Outcome::failed, "Not checked: the run was interrupted."});
      check.grader_failed = true;
    } else if (!entry->exercise) {
      check.items.push_back(
          {"exercise.toml", verdict::CheckItem::Outcome::failed, entry->exercise.error()});
      check.grader_failed = true;
    } else {
      exercise::Exercise exercise = *entry->exercise;
      const Result<bool> loaded = exercise::load_solutions(exercise, solutions);
      ProgressLine line;
      verdict::GradeOptions grade = grade_options(options, interrupted);
      gpu.hand_to(grade);
      grade.progress = progress_to(line, checks.size() + 1, course.chosen.size(), exercise.slug);
      check = verdict::check(exercise, loaded, grade);
    }
    if (report.is_text()) report.add(text_of(check, style));
    checks.push_back(std::move(check));
  }
  if (!report.is_text()) report.add(verdict::to_json(checks));
  if (interrupted) {
    (void)report.close(kGraderFailed);
    return fail("interrupted; the report says which exercises were not checked.");
  }
  int code = kAllPassed;
  for (const verdict::ExerciseCheck& check : checks) {
    if (check.grader_failed) code = kGraderFailed;
    if (!check.passed() && code == kAllPassed) code = kSomethingFailed;
  }
  return report.close(code);
}

int list_course(const Course& course, Report& report) {
  report.add(report.is_text() ? list_of(course.all, style_for(course, report))
                              : list_json(course.all));
  const bool all_load =
      std::all_of(course.all.begin(), course.all.end(),
                  [](const exercise::Entry& entry) { return bool(entry.exercise); });
  return report.close(all_load ? kAllPassed : kGraderFailed);
}

}  // namespace

int run(const Options& options) {
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  Report report(options);
  if (const Result<bool> opened = report.open(); !opened) return fail(opened.error());
  if (options.command == Options::Command::list) return list_course(*course, report);
  ChosenGpu gpu;
  if (const Result<bool> there = gpu.open(options); !there) return fail(there.error());
  if (options.command == Options::Command::check)
    return check_course(options, *course, gpu, report);
  return grade_course(options, *course, gpu, report);
}

}  // namespace warplab::grader
