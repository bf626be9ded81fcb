#include "course_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/file_text.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"
#include "cluster_command.hpp"
#include "course/journal.hpp"
#include "course/programs.hpp"
#include "course/submissions.hpp"
#include "course_reports.hpp"
#include "exercise/sha256.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "gpus.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"
#include "streams.hpp"
#include "words/text.hpp"
#include "worker/worker.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

fs::path journal_in(const fs::path& results) { return results / "journal.sqlite"; }

Result<Course> open_course(const Options& options) {
  Course course;
  const Result<fs::path> folder = find_exercises(options.exercises);
  if (!folder) return Error{folder.error()};
  course.asked = std::make_shared<experiment::AskedExperiments>(*folder);
  Result<std::vector<exercise::Entry>> all = exercise::load_all(*folder);
  if (!all) return Error{all.error()};
  course.all = std::move(*all);
  course.solutions = solutions_of(*folder, options.solutions);
  for (const exercise::Entry& entry : course.all)
    if (!entry.exercise) return Error{entry.exercise.error()};
  course.file = course::default_course(course.all);
  if (options.course.course_file) {
    Result<course::CourseFile> file = course::load_course(*options.course.course_file, course.all);
    if (!file) return Error{file.error()};
    course.file = std::move(*file);
  }
  if (options.sign) {
    Result<SecretKey> key = SecretKey::read(*options.sign);
    if (!key) return Error{key.error()};
    course.key.emplace(*key);
  }
  const fs::path hidden = options.hidden.value_or(course.file.hidden);
  if (hidden.empty()) return course;
  Result<course::HiddenFile> checks = course::load_hidden(hidden, course.all);
  if (!checks) return Error{checks.error()};
  course.hidden = std::move(*checks);
  return course;
}

// The list that the teacher named; none: one may lie beside the submissions.
Result<std::optional<std::vector<course::KnownStudent>>> named_students(
    const CourseOptions& options) {
  std::optional<std::vector<course::KnownStudent>> students;
  if (!options.students_file) return students;
  const Result<std::string> text = named_text(*options.students_file);
  if (!text)
    return Error{fmt::format("The list of students {} cannot be read: {}.",
                             options.students_file->string(), text.error())};
  Result<std::vector<course::KnownStudent>> read =
      course::read_students(*text, options.students_file->filename().string());
  if (!read) return Error{read.error()};
  students = std::move(*read);
  return students;
}

Result<course::Submissions> read_class(const CourseOptions& options, const Course& course) {
  const Result<course::Handout> handout = course::Handout::open(options.submissions);
  if (!handout) return Error{handout.error()};
  Result<std::optional<std::vector<course::KnownStudent>>> students = named_students(options);
  if (!students) return Error{students.error()};
  const course::TimeZone* const zone = course.file.time_zone ? &*course.file.time_zone : nullptr;
  return course::read_submissions(*handout, {course.all, std::move(*students), zone, {}});
}

std::string date_text(const course::HandedIn& when) {
  if (!when.at) return {};
  std::string time = course::time_text(*when.at);
  if (when.lacks_zone) time = time.substr(0, time.size() - 1) + " in a zone that is not said,";
  return fmt::format(", handed in {} by {}", time, when.by);
}

// What is said of one student's files besides answers. A folder of tools may hold thousands.
constexpr size_t kMostNotes = 20;

// How the submissions were read, for people, before anything is graded.
std::string listing(const course::Submissions& read, const course::CourseFile& course) {
  std::string text = fmt::format("Read as {}{}: {}, {}.\n", course::name_of(read.layout),
                                 read.root.empty() ? "" : " in " + printable(read.root),
                                 counted(read.submissions.size(), "student"),
                                 counted(course.exercises.size(), "exercise"));
  for (const course::Submission& submission : read.submissions) {
    const course::HandedIn handed_in = submission.handed_in();
    size_t there = 0, missing = 0;
    std::string wrong;
    for (const course::CourseExercise& exercise : course.exercises) {
      const course::Answer& answer = submission.answers.at(exercise.slug);
      there += bool(answer.text);
      if (answer.text) continue;
      missing += answer.is_missing;
      wrong += fmt::format("    {}\n", printable(answer.text.error()));
    }
    text += fmt::format("{}{}{}: {} of {} files{}{}\n", printable(submission.student),
                        submission.name.empty() ? "" : " (" + printable(submission.name) + ")",
                        submission.path == submission.student || submission.path.empty()
                            ? ""
                            : ", " + printable(submission.path),
                        there, course.exercises.size(), date_text(handed_in),
                        handed_in.marked_late ? ", marked late" : "");
    // A student who handed in nothing has one line, not thirteen.
    text += missing == course.exercises.size() ? "    no file of the course is here\n" : wrong;
    std::vector<std::string> notes;
    for (const std::string& unused : submission.unused)
      notes.push_back(printable(unused) + " answers no exercise.");
    if (const course::Answer& predictions = submission.predictions;
        !predictions.path.empty() && !predictions.text)
      notes.push_back(printable(predictions.text.error()));
    for (const course::Trouble& trouble : submission.troubles)
      if (wrong.find(printable(trouble.sentence)) == std::string::npos)
        notes.push_back(printable(trouble.path) + ": " + printable(trouble.sentence));
    for (size_t i = 0; i < std::min(notes.size(), kMostNotes); ++i)
      text += fmt::format("    {}\n", notes[i]);
    if (notes.size() > kMostNotes)
      text += fmt::format("    and {} more such files\n", notes.size() - kMostNotes);
  }
  for (const course::Trouble& trouble : read.troubles)
    text += fmt::format("Not understood: {}: {}\n", printable(trouble.path),
                        printable(trouble.sentence));
  return text;
}

std::string notes_of(const course::Submission& submission) {
  nlohmann::json unused = nlohmann::json::array(), troubles = nlohmann::json::array();
  for (size_t i = 0; i < std::min(submission.unused.size(), kMostNotes); ++i)
    unused.push_back(submission.unused[i]);
  for (size_t i = 0; i < std::min(submission.troubles.size(), kMostNotes); ++i)
    troubles.push_back(
        {{"path", submission.troubles[i].path}, {"sentence", submission.troubles[i].sentence}});
  const nlohmann::json notes = {{"unused", unused}, {"troubles", troubles}};
  return notes.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// What gates of each exercise ask of predictions, by slug; an exercise that asks for none is not
// there.
using AskedBySlug = std::map<std::string, std::vector<exercise::PredictionAsked>>;
AskedBySlug asked_of(const Course& course) {
  AskedBySlug asked;
  for (const exercise::Entry& entry : course.all) {
    const exercise::Exercise& exercise = *entry.exercise;
    std::vector<exercise::PredictionAsked> questions =
        experiment::asked_by(exercise, course.hidden.find(exercise.slug));
    if (!questions.empty()) asked[exercise.slug] = std::move(questions);
  }
  return asked;
}

// The Error says why the student's file cannot be read; a file that is not there holds none.
Result<experiment::KeptPredictions> kept_in(const course::Answer& predictions) {
  if (predictions.path.empty()) return experiment::KeptPredictions{};
  if (!predictions.text) return Error{predictions.text.error()};
  return experiment::parse_predictions(*predictions.text, experiment::kPredictionsFile);
}

// Puts what the submissions hold now into the journal.
Result<bool> record(course::Journal& journal, const course::About& about,
                    const course::Submissions& read, const course::CourseFile& file,
                    const AskedBySlug& asked) {
  std::vector<course::StudentRow> students;
  std::vector<course::AnswerRow> answers;
  std::vector<course::Source> sources;
  for (const course::Submission& submission : read.submissions) {
    const course::HandedIn newest = submission.handed_in();
    students.push_back({submission.student, submission.owner, submission.name, submission.email,
                        submission.path, newest.at, newest.by, newest.marked_late,
                        notes_of(submission)});
    const Result<experiment::KeptPredictions> predictions = kept_in(submission.predictions);
    for (const course::CourseExercise& exercise : file.exercises) {
      const course::Answer& answer = submission.answers.at(exercise.slug);
      course::AnswerRow row{submission.student,
                            exercise.slug,
                            answer.path,
                            "",
                            "",
                            answer.handed_in.at,
                            answer.handed_in.marked_late,
                            ""};
      if (const auto questions = asked.find(exercise.slug); questions != asked.end()) {
        const std::string text = experiment::asked_text(questions->second, predictions);
        row.predictions_hash = exercise::hex_text(exercise::sha256(text));
        sources.push_back({row.predictions_hash, text});
        // What is asked for is a part of the answer.
        row.submitted = std::max(row.submitted, submission.predictions.handed_in.at);
      }
      if (answer.text) {
        row.file_hash = exercise::hex_text(exercise::sha256(*answer.text));
        sources.push_back({row.file_hash, *answer.text});
      } else {
        row.sentence = answer.text.error();
      }
      answers.push_back(std::move(row));
    }
  }
  return journal.set_course(about, students, answers, sources);
}

// "NVRTC 13.0": by compiling something, in the process that compiles for students.
Result<std::string> compiler_version() {
  const auto worker = worker::Worker::start(worker::Limits{});
  if (!worker) return Error{words::text_of(worker.failure.says)};
  compile::Source source;
  source.text = "extern \"C\" __global__ void nothing() {}\n";
  const auto compiled = (*worker.value)->compile(source);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  return compiled.value->compiler;
}

// All that a result depends on beside the file, the exercise and the programs.
std::string options_text(const Options& options, const std::string& compiler,
                         const std::string& gpu) {
  std::string models;
  for (const std::string& model : options.models) models += ", model " + model;
  for (const fs::path& model : options.model_files) models += ", model " + model.string();
  return fmt::format("{}, {}, seed {}{}", compiler, gpu, options.seed, models);
}

Result<course::Journal> open_journal(const fs::path& results, bool make) {
  std::error_code why;
  if (make) fs::create_directories(results, why);
  if (why)
    return Error{fmt::format("The folder {} cannot be made: {}.", results.string(), why.message())};
  if (!make && !fs::is_regular_file(journal_in(results), why))
    return Error{
        fmt::format("There are no results in {}: journal.sqlite is missing.", results.string())};
  if (::access(results.c_str(), W_OK | X_OK) != 0)
    return Error{fmt::format("Nothing can be written to the folder {}: {}.", results.string(),
                             std::strerror(errno))};
  return course::Journal::open(journal_in(results));
}

std::string progress_text(const course::Progress& progress) {
  std::string text = fmt::format("{} of {} graded", progress.done, progress.all);
  if (progress.not_graded > 0) text += fmt::format(", {} could not be graded", progress.not_graded);
  if (progress.seconds_left > 0) {
    const auto seconds = static_cast<uint64_t>(progress.seconds_left);
    text += seconds < 60 ? fmt::format(", about {} s left", seconds)
                         : fmt::format(", about {} min left", (seconds + 30) / 60);
  }
  return text;
}

// What was handed in while it was graded: what was read at the beginning counts.
void say_what_changed(const CourseOptions& options, const Course& course,
                      const course::Submissions& read) {
  const Result<course::Submissions> now = read_class(options, course);
  if (!now) {
    complain(fmt::format("{} was there when the grading began: {}", options.submissions.string(),
                         now.error()));
    return;
  }
  for (const std::string& sentence : course::changes_between(read, *now))
    complain(printable(sentence));
}

// Some date of an answer is a zip's, which has no zone.
bool needs_zone(const course::Submissions& read) {
  for (const course::Submission& submission : read.submissions)
    for (const auto& [slug, answer] : submission.answers)
      if (answer.handed_in.lacks_zone) return true;
  return false;
}

course::About about_of(const course::Submissions& read,
                       const std::vector<const exercise::Entry*>& chosen, const Course& course,
                       const std::string& options, bool keep_old) {
  course::About about;
  about.programs = course::programs_text();
  about.keep_old = keep_old;
  about.time_zone = course.file.zone_name();
  about.needs_zone = needs_zone(read);
  about.version = WARPLAB_VERSION;
  about.layout = course::name_of(read.layout);
  about.root = read.root;
  about.options = options;
  for (const exercise::Entry* entry : chosen) {
    const exercise::Exercise& exercise = *entry->exercise;
    // Hidden checks have a hash over both descriptions; a prediction is right by its experiment.
    const exercise::Exercise* const checks = course.hidden.find(exercise.slug);
    about.exercises.push_back({exercise.slug, exercise.title,
                               course.asked->hash_with(experiment::asked_by(exercise, checks),
                                                       checks ? checks->hash : exercise.hash)});
  }
  for (const course::Trouble& trouble : read.troubles)
    about.troubles.push_back({trouble.path, trouble.sentence});
  return about;
}

auto feedback_maker(const Options& options, const std::atomic<bool>& interrupted) {
  lens::LookOptions look;
  look.seed = options.seed;
  look.time_limit = std::chrono::milliseconds(static_cast<int64_t>(1000 * options.timeout_seconds));
  look.cancel = &interrupted;
  return [look](const exercise::Exercise& exercise, const verdict::ExerciseResult& result,
                const std::string& source) { return feedback_of(exercise, result, source, look); };
}

// Of a run that goes on: how much is left, and what results of other programs count for. "" where
// nothing is graded yet.
std::string already_graded(const course::Jobs& jobs) {
  std::string text;
  if (jobs.known > 0)
    text += fmt::format("{} results are in the journal already, {} files are left to grade.\n",
                        jobs.known, jobs.list.size());
  if (jobs.kept > 0)
    text += fmt::format("{} of another build of Warp Lab or NVRTC {} kept (--keep-old).\n",
                        counted(jobs.kept, "result"), jobs.kept == 1 ? "is" : "are");
  if (jobs.made_anew > 0)
    text += fmt::format(
        "{} in the journal {} of another build of Warp Lab or NVRTC and {} made anew; --keep-old "
        "keeps such results.\n",
        counted(jobs.made_anew, "result"), jobs.made_anew == 1 ? "is" : "are",
        jobs.made_anew == 1 ? "is" : "are");
  return text;
}

// Those that the course has.
std::vector<const exercise::Entry*> exercises_of(const Course& course) {
  std::vector<const exercise::Entry*> chosen;
  for (const exercise::Entry& entry : course.all)
    if (course.file.find(entry.exercise->slug)) chosen.push_back(&entry);
  return chosen;
}

// Those that are graded again though they have been, by their names.
Result<std::set<std::string>> again_of(const CourseOptions& asked, const Course& course) {
  std::set<std::string> again;
  if (asked.again.empty()) return again;
  const Result<std::vector<const exercise::Entry*>> named =
      choose(course.all, {asked.again.begin(), asked.again.end()});
  if (!named) return Error{named.error()};
  for (const exercise::Entry* entry : *named) again.insert(entry->exercise->slug);
  return again;
}

// One session for each worker; a lock lets one of them measure at a time.
class SessionsOfWorkers {
 public:
  SessionsOfWorkers(const Options& options, const std::atomic<bool>& interrupted, size_t workers)
      : options_(options), interrupted_(interrupted), gpus_(workers) {}

  // Null: the worker's GPU cannot be opened.
  verdict::GpuSession* of(unsigned worker) {
    const std::lock_guard lock(mutex_);
    verdict::GradeOptions its;
    gpus_[worker].hand_to(its);
    if (its.gpu) return its.gpu;
    if (!gpus_[worker].open(options_, interrupted_)) return nullptr;
    gpus_[worker].hand_to(its);
    return its.gpu;
  }

 private:
  const Options& options_;
  const std::atomic<bool>& interrupted_;
  std::vector<ChosenGpu> gpus_;
  std::mutex mutex_;
};

course::GradingOptions grading_options(const Options& options, const Course& course,
                                       const std::atomic<bool>& interrupted) {
  const CourseOptions& asked = options.course;
  course::GradingOptions grading;
  grading.workers = asked.workers > 0
                        ? asked.workers
                        : course::workers_that_fit(options.threads, course::available_memory());
  grading.cancel = &interrupted;
  grading.grade.seed = options.seed;
  grading.grade.timeout_seconds = options.timeout_seconds;
  grading.hidden = &course.hidden.checks;
  grading.predicted = [&](const std::string& text) {
    return experiment::predictions_in_text(text, course.asked, &interrupted);
  };
  if (!asked.feedback.empty()) grading.feedback = feedback_maker(options, interrupted);
  return grading;
}

int grade_submissions(const Options& options, const Course& course, course::Journal& journal,
                      const course::Submissions& read) {
  const CourseOptions& asked = options.course;
  const std::atomic<bool>& interrupted = catch_interrupts();
  const std::vector<const exercise::Entry*> chosen = exercises_of(course);
  ChosenGpu first;
  if (const Result<bool> there = first.open(options, interrupted); !there)
    return fail(there.error());
  const Result<std::vector<model::Gpu>> models = chosen_models(options);
  if (!models) return fail(models.error());
  const Result<std::vector<model::Gpu>> for_gates = gpus_for_gates(chosen);
  if (!for_gates) return fail(for_gates.error());
  const Result<std::string> compiler = compiler_version();
  if (!compiler) return fail(compiler.error());

  const course::About about = about_of(
      read, chosen, course, options_text(options, *compiler, first.description()), asked.keep_old);
  if (const Result<bool> done = record(journal, about, read, course.file, asked_of(course)); !done)
    return fail(done.error());
  const Result<std::set<std::string>> again = again_of(asked, course);
  if (!again) return fail(again.error());
  if (const Result<bool> dropped = journal.drop_what_is_no_result(); !dropped)
    return fail(dropped.error());
  Result<course::Jobs> jobs =
      course::jobs_of(journal, about, course.all, *again, asked.shard, !asked.feedback.empty());
  if (!jobs) return fail(jobs.error());
  print(already_graded(*jobs));

  course::GradingOptions grading = grading_options(options, course, interrupted);
  grading.grade.models = *models;
  grading.grade.gpus = *for_gates;
  SessionsOfWorkers sessions(options, interrupted, grading.workers);
  first.hand_to(grading.grade);
  if (grading.grade.gpu) grading.gpu = [&](unsigned worker) { return sessions.of(worker); };
  ProgressLine line;
  grading.progress = [&line](const course::Progress& progress) {
    line.show(progress_text(progress));
  };
  const Result<course::Progress> done =
      course::grade_jobs(journal, about, std::move(jobs->list), grading);
  line.clear();
  say_what_changed(asked, course, read);
  const Result<bool> written = write_reports(journal, course, asked);
  if (!done) complain(done.error());
  if (!written) return fail(written.error());
  return !done || done->not_graded > 0 || !*written ? kGraderFailed : kAllPassed;
}

// Reports among the submissions would be read as submissions the next time.
std::string trouble_with_results(const CourseOptions& options) {
  if (options.only_list) return {};
  std::error_code unknown;
  const fs::path in = fs::weakly_canonical(fs::absolute(options.submissions), unknown),
                 out = fs::weakly_canonical(fs::absolute(options.results), unknown);
  const auto [end, rest] = std::mismatch(in.begin(), in.end(), out.begin(), out.end());
  if (end != in.end()) return {};
  return fmt::format("The results would lie among the submissions: --output {} is in {}.",
                     options.results.string(), options.submissions.string());
}

int run_submissions(const Options& options) {
  const CourseOptions& asked = options.course;
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  if (const std::string why = trouble_with_results(asked); !why.empty()) return fail(why);
  const Result<course::Submissions> read = read_class(asked, *course);
  if (!read) return fail(read.error());
  print(listing(*read, course->file));
  if (course->file.has_deadline() && needs_zone(*read))
    return fail(
        "The course has a deadline, and dates in a zip have no time zone: say in course.toml which "
        "it is, such as time_zone = \"Europe/Berlin\".");
  if (asked.only_list) return kAllPassed;
  if (read->submissions.empty())
    return fail(fmt::format("There is no submission in {}.", asked.submissions.string()));
  Result<course::Journal> journal = open_journal(asked.results, true);
  if (!journal) return fail(journal.error());
  return grade_submissions(options, *course, *journal, *read);
}

// False: some report could not be written, which was said.
int exit_code_of(const Result<bool>& written) {
  if (!written) return fail(written.error());
  return *written ? kAllPassed : kGraderFailed;
}

int report_results(const Options& options) {
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  const Result<course::Journal> journal = open_journal(options.course.results, false);
  if (!journal) return fail(journal.error());
  const Result<std::optional<course::About>> about = journal->about();
  if (!about) return fail(about.error());
  if (*about && course->file.has_deadline() &&
      ((*about)->needs_zone || (*about)->time_zone != course->file.zone_name()))
    return fail(
        fmt::format("The dates in the journal were read in the time zone \"{}\", and this course "
                    "has \"{}\"; `grader course run` reads them anew.",
                    (*about)->time_zone, course->file.zone_name()));
  return exit_code_of(write_reports(*journal, *course, options.course));
}

int merge_results(const Options& options) {
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  Result<course::Journal> journal = open_journal(options.course.results, true);
  if (!journal) return fail(journal.error());
  for (const fs::path& shard : options.course.shards)
    if (const Result<bool> done = journal->merge(journal_in(shard)); !done)
      return fail(done.error());
  if (const Result<bool> dropped = journal->drop_what_is_no_result(); !dropped)
    return fail(dropped.error());
  return exit_code_of(write_reports(*journal, *course, options.course));
}

}  // namespace

int run_course(const Options& options) {
  switch (options.course.action) {
    case CourseOptions::Action::run: return run_submissions(options);
    case CourseOptions::Action::report: return report_results(options);
    case CourseOptions::Action::slurm: return write_slurm(options);
    case CourseOptions::Action::kubernetes: return write_kubernetes(options);
    case CourseOptions::Action::merge: break;
  }
  return merge_results(options);
}

}  // namespace warplab::grader
