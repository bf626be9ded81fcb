#include "course_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/printable.hpp"
#include "course/journal.hpp"
#include "course/submissions.hpp"
#include "course/tree.hpp"
#include "exercise/sha256.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "gpus.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"
#include "streams.hpp"
#include "verdict/read_source.hpp"
#include "worker/worker.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

int fail(const std::string& sentence) {
  complain(sentence);
  return kGraderFailed;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

fs::path journal_in(const fs::path& results) { return results / "journal.sqlite"; }

// The exercises, and what the course makes of them.
struct Course {
  std::vector<exercise::Entry> all;
  course::CourseFile file;
  fs::path solutions;
};

Result<Course> open_course(const Options& options) {
  Course course;
  const Result<fs::path> folder = find_exercises(options.exercises);
  if (!folder) return Error{folder.error()};
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
  return course;
}

Result<std::vector<course::KnownStudent>> known_students(const CourseOptions& options,
                                                         const course::Tree& tree) {
  if (options.students_file) {
    std::ifstream stream(*options.students_file, std::ios::binary);
    if (!stream)
      return Error{
          fmt::format("The list of students {} cannot be read.", options.students_file->string())};
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    return course::read_students(text, options.students_file->filename().string());
  }
  const auto found = tree.lists.find("students.csv");
  if (found == tree.lists.end()) return std::vector<course::KnownStudent>{};
  return course::read_students(found->second, "students.csv");
}

// How the submissions were read, for people, before anything is graded.
std::string listing(const course::Submissions& read, const course::CourseFile& course) {
  std::string text =
      fmt::format("Read as {}{}: {} students, {} exercises.\n", course::name_of(read.layout),
                  read.root.empty() ? "" : " in " + printable(read.root), read.submissions.size(),
                  course.exercises.size());
  for (const course::Submission& submission : read.submissions) {
    size_t there = 0;
    std::string wrong;
    for (const course::CourseExercise& exercise : course.exercises) {
      const course::Answer& answer = submission.answers.at(exercise.slug);
      there += bool(answer.text);
      if (!answer.text) wrong += fmt::format("    {}\n", printable(answer.text.error()));
    }
    text +=
        fmt::format("{}{}{}: {} of {} files{}{}\n", printable(submission.student),
                    submission.name.empty() ? "" : " (" + printable(submission.name) + ")",
                    submission.path == submission.student ? "" : ", " + printable(submission.path),
                    there, course.exercises.size(),
                    submission.submitted ? fmt::format(", handed in {} by {}",
                                                       course::time_text(*submission.submitted),
                                                       submission.submitted_by)
                                         : "",
                    submission.marked_late ? ", marked late" : "");
    // A student who handed in nothing has one line, not thirteen.
    if (there == 0) text += "    no file of the course is here\n";
    else text += wrong;
    for (const std::string& unused : submission.unused)
      text += fmt::format("    {} answers no exercise.\n", printable(unused));
    for (const course::Trouble& trouble : submission.troubles)
      text += fmt::format("    {}: {}\n", printable(trouble.path), printable(trouble.sentence));
  }
  for (const course::Trouble& trouble : read.troubles)
    text += fmt::format("Not understood: {}: {}\n", printable(trouble.path),
                        printable(trouble.sentence));
  return text;
}

std::string notes_of(const course::Submission& submission) {
  nlohmann::json troubles = nlohmann::json::array();
  for (const course::Trouble& trouble : submission.troubles)
    troubles.push_back({{"path", trouble.path}, {"sentence", trouble.sentence}});
  const nlohmann::json notes = {{"unused", submission.unused}, {"troubles", troubles}};
  return notes.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// Puts what the submissions hold now into the journal.
Result<bool> record(course::Journal& journal, const course::About& about,
                    const course::Submissions& read, const course::CourseFile& file) {
  std::vector<course::StudentRow> students;
  std::vector<course::AnswerRow> answers;
  std::vector<course::Source> sources;
  for (const course::Submission& submission : read.submissions) {
    students.push_back({submission.student, submission.name, submission.email, submission.path,
                        submission.submitted, submission.submitted_by, submission.marked_late,
                        notes_of(submission)});
    for (const course::CourseExercise& exercise : file.exercises) {
      const course::Answer& answer = submission.answers.at(exercise.slug);
      course::AnswerRow row{submission.student,  exercise.slug, answer.path, "", "",
                            submission.submitted};
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
  if (!worker) return Error{worker.failure.message};
  compile::Source source;
  source.text = "extern \"C\" __global__ void nothing() {}\n";
  const auto compiled = (*worker.value)->compile(source);
  if (!compiled) return Error{compiled.failure.message};
  return compiled.value->compiler;
}

// All that a result depends on beside the file and the exercise.
std::string options_text(const Options& options, const std::string& compiler,
                         const std::string& gpu) {
  std::string models;
  for (const std::string& model : options.models) models += ", model " + model;
  for (const fs::path& model : options.model_files) models += ", model " + model.string();
  return fmt::format("Warp Lab {}, {}, {}, seed {}{}", WARPLAB_VERSION, compiler, gpu, options.seed,
                     models);
}

// A student's marks as a card. What was not handed in has 0 points; what could not be graded has
// none.
ReportCard card_of(const course::StudentMarks& of, const course::About& about) {
  ReportCard card{of.student.student, of.student.name, about.version, {}};
  for (const course::Mark& mark : of.marks) {
    CardExercise exercise;
    if (mark.result) exercise = card_exercise(*mark.result);
    if (exercise.title.empty()) {
      exercise.slug = exercise.title = mark.slug;
      for (const course::About::Exercise& known : about.exercises)
        if (known.slug == mark.slug) exercise.title = known.title;
    }
    const bool known =
        mark.state == course::MarkState::missing || mark.state == course::MarkState::unreadable;
    if (!mark.result) {
      exercise.verdict = known ? "fail" : "not_checked";
      exercise.error = mark.sentence.empty() ? "It was not graded yet." : mark.sentence;
      if (known) exercise.score = 0;
    }
    exercise.earned = mark.earned;
    exercise.possible = mark.possible;
    card.exercises.push_back(std::move(exercise));
  }
  return card;
}

// A student's name as that of a folder.
std::string folder_name(const std::string& student) {
  std::string name = printable(student);
  std::ranges::replace(name, '/', '_');
  return name.find_first_not_of('.') == std::string::npos ? "_" + name : name;
}

Result<bool> write_file(const fs::path& file, const std::string& text) {
  Result<OutputFile> output = OutputFile::create(file);
  if (!output) return Error{output.error()};
  return output->replace(text);
}

Result<bool> write_cards(const course::Marks& marks, const CourseOptions& options) {
  if (options.cards.empty()) return true;
  for (const course::StudentMarks& of : marks.students) {
    const ReportCard card = card_of(of, marks.about);
    const fs::path folder = options.results / "students" / folder_name(of.student.student);
    std::error_code why;
    fs::create_directories(folder, why);
    if (why)
      return Error{
          fmt::format("The folder {} cannot be made: {}.", folder.string(), why.message())};
    for (const CardFormat* format : options.cards)
      if (const Result<bool> done = write_file(folder / format->file, format->write(card)); !done)
        return done;
  }
  return true;
}

// Starters and solutions, as far as they can be read: what is the same as them is nobody's copy.
std::map<std::string, std::vector<std::string>> given_texts(const Course& course) {
  std::map<std::string, std::vector<std::string>> given;
  for (const exercise::Entry& entry : course.all) {
    const exercise::Exercise& exercise = *entry.exercise;
    for (const fs::path& file : {entry.folder / exercise.student_file,
                                 course.solutions / entry.folder.filename() / "solution.cu"})
      if (const Result<std::string> text = verdict::read_source(file))
        given[exercise.slug].push_back(*text);
  }
  return given;
}

Result<bool> write_reports(const course::Journal& journal, const Course& course,
                           const CourseOptions& options) {
  Result<course::Marks> marks = course::marks_of(journal, course.file);
  if (!marks) return Error{marks.error()};
  marks->given = given_texts(course);
  for (const course::CourseFormat* format : options.formats)
    if (const Result<bool> done = write_file(options.results / format->file, format->write(*marks));
        !done)
      return done;
  if (const Result<bool> done = write_cards(*marks, options); !done) return done;
  size_t missing = 0, unreadable = 0, not_graded = 0, waiting = 0, graded = 0;
  for (const course::StudentMarks& of : marks->students)
    for (const course::Mark& mark : of.marks) {
      graded += mark.state == course::MarkState::graded;
      missing += mark.state == course::MarkState::missing;
      unreadable += mark.state == course::MarkState::unreadable;
      not_graded += mark.state == course::MarkState::not_graded;
      waiting += mark.state == course::MarkState::waiting;
    }
  std::string text = fmt::format("{} students: {} answers graded", marks->students.size(), graded);
  const auto add = [&](size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(missing, "missing");
  add(unreadable, "that cannot be read");
  add(not_graded, "that could not be graded");
  add(waiting, "not graded yet");
  print(text + ".\n");
  for (const course::CourseFormat* format : options.formats)
    print(fmt::format("  {}\n", (options.results / format->file).string()));
  for (const CardFormat* format : options.cards)
    print(fmt::format("  {}\n", (options.results / "students" / "*" / format->file).string()));
  return true;
}

Result<course::Journal> open_journal(const fs::path& results, bool make) {
  std::error_code why;
  if (make) fs::create_directories(results, why);
  if (why)
    return Error{fmt::format("The folder {} cannot be made: {}.", results.string(), why.message())};
  if (!make && !fs::is_regular_file(journal_in(results), why))
    return Error{
        fmt::format("There are no results in {}: journal.sqlite is missing.", results.string())};
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

// Of a run that goes on: how much is left. "" where nothing is graded yet.
Result<std::string> already_graded(const course::Journal& journal, size_t left) {
  const Result<std::map<std::string, int>> known = journal.known();
  if (!known) return Error{known.error()};
  if (known->empty()) return std::string();
  return fmt::format("{} results are in the journal already, {} files are left to grade.\n",
                     known->size(), left);
}

int grade_submissions(const Options& options, const Course& course, course::Journal& journal,
                      const course::Submissions& read) {
  const CourseOptions& asked = options.course;
  const std::atomic<bool>& interrupted = catch_interrupts();
  std::vector<const exercise::Entry*> chosen;
  for (const exercise::Entry& entry : course.all)
    if (course.file.find(entry.exercise->slug)) chosen.push_back(&entry);
  ChosenGpu first;
  if (const Result<bool> there = first.open(options, interrupted); !there)
    return fail(there.error());
  const Result<std::vector<model::Gpu>> models = chosen_models(options);
  if (!models) return fail(models.error());
  const Result<std::vector<model::Gpu>> for_gates = gpus_for_gates(chosen);
  if (!for_gates) return fail(for_gates.error());
  const Result<std::string> compiler = compiler_version();
  if (!compiler) return fail(compiler.error());

  course::About about;
  about.version = WARPLAB_VERSION;
  about.layout = course::name_of(read.layout);
  about.root = read.root;
  about.options = options_text(options, *compiler, first.description());
  for (const exercise::Entry* entry : chosen)
    about.exercises.push_back(
        {entry->exercise->slug, entry->exercise->title, entry->exercise->hash});
  for (const course::Trouble& trouble : read.troubles)
    about.troubles.push_back({trouble.path, trouble.sentence});
  if (const Result<bool> done = record(journal, about, read, course.file); !done)
    return fail(done.error());

  std::set<std::string> again;
  if (!asked.again.empty()) {
    const Result<std::vector<const exercise::Entry*>> named =
        choose(course.all, {asked.again.begin(), asked.again.end()});
    if (!named) return fail(named.error());
    for (const exercise::Entry* entry : *named) again.insert(entry->exercise->slug);
  }
  Result<std::vector<course::Job>> jobs =
      course::jobs_of(journal, about, course.all, again, asked.shard);
  if (!jobs) return fail(jobs.error());
  const Result<std::string> known = already_graded(journal, jobs->size());
  if (!known) return fail(known.error());
  print(*known);

  course::GradingOptions grading;
  grading.workers = asked.workers > 0
                        ? asked.workers
                        : course::workers_that_fit(options.threads, course::available_memory());
  grading.cancel = &interrupted;
  grading.grade.seed = options.seed;
  grading.grade.timeout_seconds = options.timeout_seconds;
  grading.grade.models = *models;
  grading.grade.gpus = *for_gates;
  // One session for each worker; a lock lets one of them measure at a time.
  std::vector<ChosenGpu> gpus(grading.workers);
  std::mutex gpu_mutex;
  first.hand_to(grading.grade);
  if (grading.grade.gpu)
    grading.gpu = [&](unsigned worker) -> verdict::GpuSession* {
      const std::lock_guard lock(gpu_mutex);
      verdict::GradeOptions of;
      gpus[worker].hand_to(of);
      if (of.gpu) return of.gpu;
      if (!gpus[worker].open(options, interrupted)) return nullptr;
      gpus[worker].hand_to(of);
      return of.gpu;
    };
  ProgressLine line;
  grading.progress = [&line](const course::Progress& progress) {
    line.show(progress_text(progress));
  };
  const Result<course::Progress> done =
      course::grade_jobs(journal, about, std::move(*jobs), grading);
  line.clear();
  if (const Result<bool> written = write_reports(journal, course, asked); !written)
    return fail(written.error());
  if (!done) return fail(done.error());
  return done->not_graded > 0 ? kGraderFailed : kAllPassed;
}

int run_submissions(const Options& options) {
  const CourseOptions& asked = options.course;
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  const Result<course::Tree> tree = course::read_tree(asked.submissions);
  if (!tree) return fail(tree.error());
  const Result<std::vector<course::KnownStudent>> students = known_students(asked, *tree);
  if (!students) return fail(students.error());
  const course::Submissions read = course::read_submissions(*tree, course->all, *students);
  print(listing(read, course->file));
  if (asked.only_list) return kAllPassed;
  if (read.submissions.empty())
    return fail(fmt::format("There is no submission in {}.", asked.submissions.string()));
  Result<course::Journal> journal = open_journal(asked.results, true);
  if (!journal) return fail(journal.error());
  return grade_submissions(options, *course, *journal, read);
}

// The jobs of a course for a cluster, with everything that this command line said.
course::ClusterJob cluster_job(const Options& options) {
  course::ClusterJob job = options.course.cluster;
  std::error_code ignored;
  job.grader = fs::read_symlink("/proc/self/exe", ignored);
  job.submissions = fs::absolute(options.course.submissions);
  job.results = fs::absolute(options.course.results);
  for (const char* name : {"--course", "--students"})
    if (const auto at = std::ranges::find(job.options, name); at != job.options.end())
      *std::next(at) = fs::absolute(*std::next(at)).string();
  const auto add = [&](const char* name, const std::string& value) {
    job.options.insert(job.options.end(), {name, value});
  };
  if (options.exercises) add("--exercises", fs::absolute(*options.exercises).string());
  if (options.seed != Options().seed) add("--seed", std::to_string(options.seed));
  for (const std::string& model : options.models) add("--model", model);
  for (const fs::path& file : options.model_files) add("--model-file", fs::absolute(file).string());
  add("--backend", job.gpu ? "cuda" : "sim");
  add("--threads", std::to_string(job.cores));
  return job;
}

// The number that sbatch answers with.
Result<std::string> submit(const std::string& arguments) {
  std::FILE* const pipe = ::popen(("sbatch --parsable " + arguments).c_str(), "re");
  if (!pipe) return Error{fmt::format("sbatch cannot be started: {}.", std::strerror(errno))};
  std::string answer;
  char piece[256];
  while (std::fgets(piece, sizeof piece, pipe)) answer += piece;
  const bool done = ::pclose(pipe) == 0;
  answer.erase(std::min(answer.find_first_of(";\n"), answer.size()));
  if (!done || answer.empty()) return Error{"sbatch did not take the job."};
  return answer;
}

int write_slurm(const Options& options) {
  const course::ClusterJob job = cluster_job(options);
  std::error_code why;
  fs::create_directories(job.results, why);
  if (why)
    return fail(
        fmt::format("The folder {} cannot be made: {}.", job.results.string(), why.message()));
  const fs::path array = job.results / "array.sh", merge = job.results / "merge.sh";
  if (const Result<bool> done = write_file(array, course::slurm_array(job)); !done)
    return fail(done.error());
  if (const Result<bool> done = write_file(merge, course::slurm_merge(job)); !done)
    return fail(done.error());
  if (!options.course.submit) {
    print(
        fmt::format("Written: {0} and {1}. To submit them:\n"
                    "  sbatch --dependency=afterany:$(sbatch --parsable {0}) {1}\n",
                    course::shell_word(array.string()), course::shell_word(merge.string())));
    return kAllPassed;
  }
  const Result<std::string> first = submit(course::shell_word(array.string()));
  if (!first) return fail(first.error());
  const Result<std::string> last =
      submit("--dependency=afterany:" + *first + " " + course::shell_word(merge.string()));
  if (!last) return fail(last.error());
  print(fmt::format("Submitted: {} tasks as job {}, and what puts them together as job {}.\n",
                    job.parts, *first, *last));
  return kAllPassed;
}

int write_kubernetes(const Options& options) {
  course::ClusterJob job = cluster_job(options);
  job.grader = "grader";  // that of the image
  print(course::kubernetes_jobs(job));
  return kAllPassed;
}

int report_results(const Options& options) {
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  const Result<course::Journal> journal = open_journal(options.course.results, false);
  if (!journal) return fail(journal.error());
  const Result<bool> done = write_reports(*journal, *course, options.course);
  return done ? kAllPassed : fail(done.error());
}

int merge_results(const Options& options) {
  const Result<Course> course = open_course(options);
  if (!course) return fail(course.error());
  Result<course::Journal> journal = open_journal(options.course.results, true);
  if (!journal) return fail(journal.error());
  for (const fs::path& shard : options.course.shards)
    if (const Result<bool> done = journal->merge(journal_in(shard)); !done)
      return fail(done.error());
  const Result<bool> done = write_reports(*journal, *course, options.course);
  return done ? kAllPassed : fail(done.error());
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
