#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "course_command.hpp"
#include "exercise/sha256.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "experiment/asked_predictions.hpp"
#include "experiments.hpp"
#include "explain_command.hpp"
#include "feedback/feedback.hpp"
#include "gpus.hpp"
#include "interrupt.hpp"
#include "mutate_command.hpp"
#include "new_command.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"
#include "reports/color.hpp"
#include "reports/format.hpp"
#include "reports/problems.hpp"
#include "reports/sweep.hpp"
#include "signature.hpp"
#include "signing_command.hpp"
#include "streams.hpp"
#include "submission.hpp"
#include "texts_command.hpp"
#include "verdict/check.hpp"
#include "verdict/grade.hpp"
#include "verdict/hidden.hpp"
#include "watch.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// Where the report goes: to standard output piece by piece as it comes, to a file at the end.
class Report {
 public:
  explicit Report(const Options& options) : options_(options) {}

  // The Error says why --output cannot be written.
  Result<bool> open() {
    if (!options_.output) return true;
    Result<OutputFile> file = OutputFile::create_report(*options_.output);
    if (!file) return Error{file.error()};
    file_.emplace(std::move(*file));
    if (!options_.sign) return true;
    Result<SecretKey> key = SecretKey::read(*options_.sign);
    if (!key) return Error{key.error()};
    key_.emplace(std::move(*key));
    Result<OutputFile> beside = OutputFile::create_report(signature_file(*options_.output));
    if (!beside) return Error{beside.error()};
    signature_.emplace(std::move(*beside));
    return true;
  }
  const Format& format() const { return *options_.format; }
  bool uses_color() const { return !file_ && format().may_have_color && wants_color(); }
  // A piece of the report by one of the format's functions, where the format has it.
  template <class... From, class... Args>
  void add(std::string (*write)(From...), const Args&... args) {
    if (write) add(write(args...));
  }
  void add(const std::string& text) {
    if (file_) {
      content_ += text;
      return;
    }
    print(text);
  }
  // What the signature says that the report is about.
  void set_subject(const Options& options, const std::vector<verdict::ExerciseResult>& results) {
    nlohmann::ordered_json exercises = nlohmann::ordered_json::array();
    for (const verdict::ExerciseResult& result : results)
      exercises.push_back({{"exercise", result.slug}, {"file", result.file_hash}});
    const fs::path of = options.submission.value_or("").lexically_normal();
    const nlohmann::ordered_json subject = {
        {"student", (of.has_filename() ? of : of.parent_path()).filename().string()},
        {"exercises", std::move(exercises)}};
    subject_ = subject.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  }
  // Nobody reads any more: there is no use in going on.
  bool is_broken() const { return !file_ && output_is_broken(); }
  // An exit code: `code`, or that of a report that could not be written.
  int close(int code) {
    if (file_) {
      const Result<bool> written = file_->replace(content_);
      if (!written) {
        // What was graded is not lost with the disk.
        print(content_);
        return fail(written.error() +
                    (output_is_broken() ? "" : " It is on standard output instead."));
      }
      if (signature_)
        if (const Result<bool> done = signature_->replace(key_->sign(content_, subject_)); !done)
          return fail(done.error());
    }
    return code;
  }

 private:
  const Options& options_;
  std::optional<OutputFile> file_, signature_;
  std::optional<SecretKey> key_;
  std::string content_;
  std::string subject_ = "{}";
};

// What all commands begin with.
struct Course {
  fs::path folder;
  std::vector<exercise::Entry> all;
  std::vector<const exercise::Entry*> chosen;
  std::vector<experiment::Entry> experiments;
  std::vector<const experiment::Entry*> chosen_experiments;
  course::HiddenFile hidden;  // without any checks where there is no such file
  // Those that gates over predictions ask about.
  std::shared_ptr<experiment::AskedExperiments> asked;
};

Result<Course> open_course(const Options& options) {
  Course course;
  // Who grades another's files does it by the exercises as they were shipped.
  const bool is_own = options.command == Options::Command::grade && !options.submission;
  const Result<fs::path> folder =
      is_own ? find_own_exercises(options.exercises) : find_exercises(options.exercises);
  if (!folder) return Error{folder.error()};
  course.folder = *folder;
  course.asked = std::make_shared<experiment::AskedExperiments>(course.folder);
  Result<std::vector<exercise::Entry>> all = exercise::load_all(course.folder);
  if (!all) return Error{all.error()};
  course.all = std::move(*all);
  Result<std::vector<experiment::Entry>> experiments = experiment::load_all(course.folder);
  if (!experiments) return Error{experiments.error()};
  course.experiments = std::move(*experiments);
  std::vector<std::string> names = options.names;
  course.chosen_experiments = choose_experiments(course.experiments, names);
  if (names.empty() && !options.names.empty()) return course;  // experiments alone are asked for
  Result<std::vector<const exercise::Entry*>> chosen = choose(course.all, names);
  if (!chosen && options.command == Options::Command::experiment)
    return no_such_experiment(names.front(), course.experiments);
  if (!chosen) return Error{chosen.error()};
  course.chosen = std::move(*chosen);
  if (!options.hidden) return course;
  Result<course::HiddenFile> hidden = course::load_hidden(*options.hidden, course.all);
  if (!hidden) return Error{hidden.error()};
  course.hidden = std::move(*hidden);
  return course;
}

TextStyle style_for(const Course& course, const Report& report) {
  TextStyle style;
  style.color = report.uses_color();
  style.hidden = course.hidden.show_at(std::time(nullptr));
  for (const exercise::Entry* entry : course.chosen)
    style.name_width = std::max(style.name_width, slug_of(entry->folder).size());
  for (const experiment::Entry* entry : course.chosen_experiments)
    style.name_width = std::max(style.name_width, slug_of(entry->folder).size());
  return style;
}

// What every exercise of one run is graded or checked with.
struct Work {
  const Options& options;
  const Course& course;
  const ChosenGpu& gpu;
  const std::vector<model::Gpu>&models, &gpus_for_gates;
  const std::atomic<bool>& interrupted;
  verdict::IdleWorkers* idle_workers;

  // For the exercise `number`, from 1; `line` shows how far it is.
  verdict::GradeOptions grade_options(ProgressLine& line, size_t number,
                                      const std::string& slug) const {
    verdict::GradeOptions grade;
    grade.seed = options.seed;
    grade.threads = options.threads;
    grade.timeout_seconds = options.timeout_seconds;
    grade.cancel = &interrupted;
    grade.idle_workers = idle_workers;
    gpu.hand_to(grade);
    grade.models = models;
    grade.gpus = gpus_for_gates;
    grade.progress = [&line,
                      prefix = fmt::format("[{}/{}] {}: ", number, course.chosen.size(),
                                           printable(slug))](const verdict::Progress& progress) {
      line.show(fmt::format("{}{} ({:.0f} %)", prefix, progress.doing, 100 * progress.fraction));
    };
    return grade;
  }

  lens::LookOptions look_options() const {
    lens::LookOptions look;
    look.seed = options.seed;
    look.time_limit =
        std::chrono::milliseconds(static_cast<int64_t>(1000 * options.timeout_seconds));
    look.cancel = &interrupted;
    return look;
  }
};

struct Graded {
  verdict::ExerciseResult result;
  std::string source;  // empty where it could not be read
  std::optional<course::FeedbackText> feedback;
};

// Nobody knows what was predicted where no submission is named.
void look_at_predictions(const Work& work, const exercise::Exercise& exercise,
                         const exercise::Exercise* hidden, verdict::GradeOptions& grade,
                         std::string& hash) {
  if (!work.options.submission) return;
  const std::string predictions = experiment::asked_text(
      experiment::asked_by(exercise, hidden), read_predictions(exercise, *work.options.submission));
  if (predictions.empty()) return;
  hash = exercise::hex_text(exercise::sha256(predictions));
  grade.predicted =
      experiment::predictions_in_text(predictions, work.course.asked, &work.interrupted);
}

Graded grade_one(const Work& work, const exercise::Entry& entry, size_t number) {
  Graded graded;
  const std::string slug = slug_of(entry.folder);
  if (work.interrupted) {  // it was asked for, so the report says that it was not graded
    graded.result = verdict::interrupted_exercise(slug);
  } else if (!entry.exercise) {
    graded.result = verdict::broken_exercise(slug, entry.exercise.error());
  } else if (verdict::Submitted read = read_submission(*entry.exercise, work.options.submission);
             !read.text) {
    graded.result = read.refused != 0
                        ? verdict::unread_submission(*entry.exercise, read.text.error())
                        : verdict::reject(*entry.exercise, read.text.error(), work.options.seed);
  } else {
    graded.source = std::move(*read.text);
    ProgressLine line;
    verdict::GradeOptions grade = work.grade_options(line, number, entry.exercise->slug);
    grade.keep_pictures = work.options.format->feedback != nullptr;
    const exercise::Exercise* const hidden = work.course.hidden.find(entry.exercise->slug);
    std::string predictions_hash;
    look_at_predictions(work, *entry.exercise, hidden, grade, predictions_hash);
    graded.result = hidden
                        ? verdict::grade_with_hidden(*entry.exercise, *hidden, graded.source, grade)
                        : verdict::grade(*entry.exercise, graded.source, grade);
    graded.result.seed = work.options.seed;
    graded.result.predictions_hash = std::move(predictions_hash);
    if (grade.keep_pictures && graded.result.has_score())
      graded.feedback =
          feedback_of(*entry.exercise, graded.result, graded.source, work.look_options());
    graded.result.pictures.clear();
  }
  graded.result.seed = work.options.seed;
  return graded;
}

int exit_code_of(const std::vector<verdict::ExerciseResult>& results) {
  int code = kAllPassed;
  for (const verdict::ExerciseResult& result : results) {
    if (result.grader_failed) code = kGraderFailed;
    if (result.verdict != verdict::Status::pass && code == kAllPassed) code = kSomethingFailed;
  }
  return code;
}

void add_problems(const Work& work, const exercise::Entry& entry, const Graded& graded,
                  std::vector<Problem>& problems) {
  const fs::path file = entry.exercise ? file_of(*entry.exercise, work.options.submission)
                                       : entry.folder / "exercise.toml";
  std::ranges::move(problems_of(graded.result, graded.source, file), std::back_inserter(problems));
}

int grade_course(const Work& work, Report& report) {
  const TextStyle style = style_for(work.course, report);
  std::vector<verdict::ExerciseResult> results;
  std::vector<Problem> problems;
  Feedbacks sections;
  for (const exercise::Entry* entry : work.course.chosen) {
    if (report.is_broken()) break;
    Graded graded = grade_one(work, *entry, results.size() + 1);
    if (work.options.watch && work.interrupted) return kGraderFailed;  // it is graded again
    report.add(report.format().graded, graded.result, graded.source, style);
    if (graded.feedback) sections[graded.result.slug] = std::move(*graded.feedback);
    if (report.format().problems) add_problems(work, *entry, graded, problems);
    results.push_back(std::move(graded.result));
  }
  report.add(report.format().problems, problems);
  report.add(report.format().all_graded, results, style);
  report.set_subject(work.options, results);
  if (const FeedbackFormat* feedback = report.format().feedback)
    report.add(feedback->write(card_of(results, style.hidden), sections));
  // An interruption behind the last exercise has left nothing out.
  if (std::ranges::any_of(results, &verdict::ExerciseResult::interrupted)) {
    (void)report.close(kGraderFailed);
    return fail("interrupted; the report says which exercises were not graded.");
  }
  return report.close(exit_code_of(results));
}

verdict::ExerciseCheck check_one(const Work& work, const exercise::Entry& entry, size_t number) {
  verdict::ExerciseCheck check;
  check.slug = slug_of(entry.folder);
  const auto cannot = [&](std::string subject, std::string why) {
    check.items.push_back(
        {std::move(subject), verdict::CheckItem::Outcome::failed, std::move(why)});
    check.grader_failed = true;
    return check;
  };
  if (work.interrupted) return cannot("check", "Not checked: the run was interrupted.");
  if (!entry.exercise) return cannot("exercise.toml", entry.exercise.error());
  if (const auto asked = experiment::check_asked_predictions(*entry.exercise, work.course.folder);
      !asked)
    return cannot("predictions", asked.error());
  exercise::Exercise exercise = *entry.exercise;
  Result<bool> loaded =
      exercise::load_solutions(exercise, solutions_of(work.course.folder, work.options.solutions));
  if (loaded && work.options.corpus) loaded = exercise::add_kernels(exercise, *work.options.corpus);
  ProgressLine line;
  return verdict::check(exercise, loaded, work.grade_options(line, number, exercise.slug));
}

int exit_code_of(const std::vector<verdict::ExerciseCheck>& checks) {
  int code = kAllPassed;
  for (const verdict::ExerciseCheck& check : checks) {
    if (check.grader_failed) code = kGraderFailed;
    if (!check.passed() && code == kAllPassed) code = kSomethingFailed;
  }
  return code;
}

int check_course(const Work& work, Report& report) {
  const TextStyle style = style_for(work.course, report);
  std::vector<verdict::ExerciseCheck> checks;
  for (const exercise::Entry* entry : work.course.chosen) {
    if (report.is_broken()) break;
    checks.push_back(check_one(work, *entry, checks.size() + 1));
    if (work.options.watch && work.interrupted) return kGraderFailed;  // it is checked again
    report.add(report.format().checked, checks.back(), style);
  }
  for (const experiment::Entry* entry : work.course.chosen_experiments) {
    if (report.is_broken()) break;
    checks.push_back(check_experiment(*entry, work.options, work.interrupted));
    report.add(report.format().checked, checks.back(), style);
  }
  report.add(report.format().all_checked, checks, style);
  if (work.interrupted) {
    (void)report.close(kGraderFailed);
    return fail("interrupted; the report says which exercises were not checked.");
  }
  return report.close(exit_code_of(checks));
}

int list_course(const Course& course, Report& report) {
  report.add(report.format().listed, course.all, course.experiments, style_for(course, report));
  const bool all_load =
      std::all_of(course.all.begin(), course.all.end(),
                  [](const exercise::Entry& entry) { return bool(entry.exercise); }) &&
      std::all_of(course.experiments.begin(), course.experiments.end(),
                  [](const experiment::Entry& entry) { return bool(entry.experiment); });
  return report.close(all_load ? kAllPassed : kGraderFailed);
}

// 0 where every prediction was made and is right.
int show_predictions(const Options& options, const experiment::Experiment& experiment,
                     Report& report) {
  if (const std::string why = trouble_with(*options.submission, /*may_be_file=*/false);
      !why.empty())
    return fail(why);
  const Result<std::vector<JudgedPrediction>> judged =
      judged_predictions(experiment, options, catch_interrupts());
  if (!judged) return fail(judged.error());
  const bool is_text = report.format().may_have_color;
  report.add(is_text ? predictions_text(experiment, *judged)
                     : predictions_json(experiment, *judged));
  const bool all_right = std::ranges::all_of(*judged, [](const JudgedPrediction& one) {
    return one.outcome == JudgedPrediction::Outcome::right;
  });
  return report.close(all_right ? kAllPassed : kSomethingFailed);
}

int show_experiment(const Options& options, const Course& course, Report& report) {
  if (course.chosen_experiments.empty())
    return fail(fmt::format("{} is an exercise; `grader {}` grades it.", options.names.front(),
                            options.names.front()));
  const Result<experiment::Experiment>& chosen = course.chosen_experiments.front()->experiment;
  if (!chosen) return fail(chosen.error());
  if (options.submission) return show_predictions(options, *chosen, report);
  if (!chosen->has_launches())
    return fail(
        fmt::format("{} shows time lines that were recorded on a GPU, in the window; it has "
                    "no numbers to sweep.",
                    chosen->slug));
  const Result<experiment::Sweep> sweep = swept(*chosen, options, catch_interrupts());
  if (!sweep) return fail(sweep.error());
  if (options.csv) report.add(sweep_csv(*chosen, *sweep));
  else report.add(report.format().swept, *chosen, *sweep, style_for(course, report));
  return report.close(kAllPassed);
}

// A grading has nothing to do with experiments; the Error says which command has.
Result<bool> has_only_exercises(const Options& options, const Course& course) {
  if (options.command != Options::Command::grade || options.names.empty() ||
      course.chosen_experiments.empty())
    return true;
  const std::string slug = slug_of(course.chosen_experiments.front()->folder);
  return Error{
      fmt::format("{0} is an experiment, which is not graded; `grader experiment {0}` shows "
                  "its numbers.",
                  slug)};
}

// Grades or checks what is asked for; ends early where `interrupted` becomes true.
int work_through(const Options& options, const Course& course, Report& report,
                 const std::atomic<bool>& interrupted) {
  ChosenGpu gpu;
  const Result<std::vector<model::Gpu>> models = chosen_models(options);
  if (!models) return fail(models.error());
  if (const Result<bool> there = gpu.open(options, interrupted); !there && !interrupted)
    return fail(there.error());
  const Result<std::vector<model::Gpu>> for_gates = gpus_for_gates(course.chosen);
  if (!for_gates) return fail(for_gates.error());
  verdict::IdleWorkers idle_workers;
  const Work work{options, course, gpu, *models, *for_gates, interrupted, &idle_workers};
  const bool grades = options.command == Options::Command::grade;
  return grades ? grade_course(work, report) : check_course(work, report);
}

// Why what is to be graded cannot be; empty: it can.
std::string trouble_with_submission(const Options& options) {
  if (options.command != Options::Command::grade || !options.submission) return {};
  return trouble_with(*options.submission, !options.all && options.names.size() == 1);
}

// One round of `grader watch` or `grader check --watch`: `names` are read anew.
int watched_round(Options options, const std::vector<std::string>& names,
                  const std::atomic<bool>& stop) {
  options.names = names;
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  if (const std::string why = trouble_with_submission(options); !why.empty()) return fail(why);
  Report report(options);
  return work_through(options, *course, report, stop);
}

}  // namespace

int run(const Options& options) {
  if (options.command == Options::Command::course) return run_course(options);
  if (options.command == Options::Command::mutate) return run_mutate(options);
  if (options.command == Options::Command::make) return run_new(options);
  if (options.command == Options::Command::explain) return run_explain(options);
  if (options.command == Options::Command::keygen) return run_keygen(options);
  if (options.command == Options::Command::verify) return run_verify(options);
  if (options.command == Options::Command::texts) return run_texts();
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  if (const Result<bool> fits = has_only_exercises(options, *course); !fits)
    return fail(fits.error());
  if (const std::string why = trouble_with_submission(options); !why.empty()) return fail(why);
  if (options.watch)
    return watch(options,
                 [&](const std::vector<std::string>& names, const std::atomic<bool>& stop) {
                   return watched_round(options, names, stop);
                 });
  Report report(options);
  if (const Result<bool> opened = report.open(); !opened) return fail(opened.error());
  if (options.command == Options::Command::list) return list_course(*course, report);
  if (options.command == Options::Command::experiment)
    return show_experiment(options, *course, report);
  return work_through(options, *course, report, catch_interrupts());
}

}  // namespace warplab::grader
