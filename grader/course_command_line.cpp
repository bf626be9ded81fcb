#include "course_command_line.hpp"

#include <charconv>

namespace warplab::grader {
namespace {

constexpr const char* kAbout =
    "Grade a whole class: a folder or zip of submissions, to marks (see grader course --help)";

constexpr const char* kFooter =
    "SUBMISSIONS is a folder or zip as Moodle, Canvas or Gradescope hand it out, clones of GitHub\n"
    "Classroom or Classroom 50, or one folder a student. RESULTS keeps a journal: whatever ends "
    "the\n"
    "program, the same command goes on and grades nothing twice.\n"
    "\n"
    "Examples:\n"
    "  grader course run handed-in.zip --list             how would it be read?\n"
    "  grader course run handed-in.zip --output results   grade it, or go on grading it\n"
    "  grader course run handed-in --output results --course course.toml --format csv\n"
    "  grader course run handed-in --output results --again column-sums\n"
    "  grader course run handed-in --output shard-2 --shard 2/4\n"
    "  grader course merge results shard-1 shard-2 shard-3 shard-4\n"
    "  grader course report results --format json --sign course.key\n"
    "  grader course run handed-in --output results --hidden hidden.toml --format feedback-html\n"
    "  grader course slurm /shared/handed-in --output /shared/results --parts 8 --submit\n"
    "\n"
    "Options of every run: --exercises, --backend, --gpu, --model, --seed, --threads, --timeout,\n"
    "--hidden and --sign.";

constexpr unsigned kMostWorkers = 1024;

// "2/4": the second of four.
Result<course::Shard> read_shard(const std::string& text) {
  unsigned number = 0;
  course::Shard shard;
  const char* const end = text.data() + text.size();
  const auto [slash, bad] = std::from_chars(text.data(), end, number);
  bool fine = bad == std::errc() && slash != end && *slash == '/';
  if (fine) {
    const auto [stopped, worse] = std::from_chars(slash + 1, end, shard.count);
    fine = worse == std::errc() && stopped == end && number >= 1 && number <= shard.count;
  }
  if (!fine) return Error{"--shard: expected a part such as 2/4, not \"" + text + "\"."};
  shard.index = number - 1;
  return shard;
}

}  // namespace

void CourseCommands::add_clusters(CLI::App& slurm, CLI::App& kubernetes, Words& words) {
  for (CLI::App* cluster : {&slurm, &kubernetes}) {
    cluster->add_option("SUBMISSIONS", words.submissions, "As the nodes see it")->required();
    cluster->add_option("--output", words.results, "Folder of results, as the nodes see it")
        ->type_name("RESULTS")
        ->required();
    cluster->add_option("--students", words.students_file, "Who is who")->type_name("students.csv");
    cluster->add_option("--parts", words.cluster.parts, "How many tasks share the work")
        ->check(CLI::Range(1u, 1000u).description(""))
        ->type_name("N")
        ->capture_default_str();
    cluster->add_option("--cores", words.cluster.cores, "Of each task")
        ->check(CLI::Range(1u, 256u).description(""))
        ->type_name("N")
        ->capture_default_str();
    cluster->add_flag("--gpu-each", words.cluster.gpu, "Each task gets a GPU and measures on it");
  }
  slurm.add_option("--partition", words.cluster.partition, "Slurm's partition")->type_name("NAME");
  slurm.add_flag("--submit", words.submit, "Hand the jobs to sbatch");
  kubernetes
      .add_option("--image", words.cluster.image,
                  "The container image, made with the Containerfile")
      ->type_name("NAME")
      ->capture_default_str();
}

CourseCommands add_course(CLI::App& app) {
  CourseCommands commands;
  CourseCommands::Words& words = *commands.words_;
  std::vector<std::string> names;
  std::string known;
  const auto add = [&](std::string_view name) {
    names.emplace_back(name);
    known += (known.empty() ? "" : ", ") + std::string(name);
  };
  for (const course::CourseFormat* format : course::course_formats()) add(format->name);
  for (const CardFormat* format : card_formats()) add(format->name);
  for (const FeedbackFormat* format : feedback_formats()) add(format->name);
  CLI::App* course = app.add_subcommand("course", kAbout);
  course->footer(kFooter);
  course->require_subcommand(1);
  course->fallthrough();
  CLI::App* run = course->add_subcommand("run", "Grade what is handed in, or go on with it");
  CLI::App* report = course->add_subcommand("report", "Write reports of what is graded");
  CLI::App* merge = course->add_subcommand("merge", "Put results of several machines together");
  CLI::App* slurm = course->add_subcommand("slurm", "Write jobs for Slurm, and submit them");
  CLI::App* kubernetes = course->add_subcommand("kubernetes", "Write jobs for Kubernetes");
  for (CLI::App* action : {run, report, merge, slurm, kubernetes}) {
    action->fallthrough();
    action->add_option("--course", words.course_file, "Exercises, points and deadlines")
        ->type_name("course.toml");
    action->add_option("--format", words.formats, "Reports to write, several: " + known)
        ->check(CLI::IsMember(names).description(""))
        ->delimiter(',')
        ->type_name("NAME");
  }
  run->add_option("SUBMISSIONS", words.submissions, "A folder or a zip")->required();
  run->add_option("--output", words.results, "Folder of the journal and the reports")
      ->type_name("RESULTS");
  run->add_flag("--list", words.only_list, "Only say how the submissions are read");
  run->add_option("--students", words.students_file,
                  "Who is who: folder, id, name, email, submitted")
      ->type_name("students.csv");
  run->add_option("--again", words.again, "Grade this exercise once more; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  run->add_flag("--keep-old", words.keep_old, "Keep results of another build of Warp Lab or NVRTC");
  run->add_option("--shard", words.shard, "Grade only part I of N")->type_name("I/N");
  run->add_option("--workers", words.workers, "Exercises graded at a time (default: what fits)")
      ->check(CLI::Range(1u, kMostWorkers).description(""))
      ->type_name("N");
  report->add_option("RESULTS", words.results, "Folder of a run")->required();
  merge->add_option("RESULTS", words.results, "Folder to put them into")->required();
  merge->add_option("SHARDS", words.shards, "Folders of results")->required();
  CourseCommands::add_clusters(*slurm, *kubernetes, words);
  commands.slurm_ = slurm;
  commands.kubernetes_ = kubernetes;
  commands.course_ = course;
  commands.run_ = run;
  commands.report_ = report;
  commands.merge_ = merge;
  return commands;
}

// What a task's own command line repeats; those of every run come from the caller.
std::vector<std::string> CourseCommands::passed_on() const {
  std::vector<std::string> options;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) options.insert(options.end(), {name, value});
  };
  add("--course", words_->course_file);
  add("--students", words_->students_file);
  for (const std::string& format : words_->formats) add("--format", format);
  return options;
}

Result<CourseOptions> CourseCommands::options() const {
  using Action = CourseOptions::Action;
  CourseOptions options;
  options.action = report_->parsed()       ? Action::report
                   : merge_->parsed()      ? Action::merge
                   : slurm_->parsed()      ? Action::slurm
                   : kubernetes_->parsed() ? Action::kubernetes
                                           : Action::run;
  options.submissions = words_->submissions;
  options.results = words_->results;
  options.shards.assign(words_->shards.begin(), words_->shards.end());
  options.only_list = words_->only_list;
  if (!words_->course_file.empty()) options.course_file = words_->course_file;
  if (!words_->students_file.empty()) options.students_file = words_->students_file;
  options.again.insert(words_->again.begin(), words_->again.end());
  options.workers = words_->workers;
  options.keep_old = words_->keep_old;
  for (const std::string& name : words_->formats) {
    if (const course::CourseFormat* format = course::course_format_named(name))
      options.formats.push_back(format);
    for (const CardFormat* card : card_formats())
      if (card->name == name) options.cards.push_back(card);
    if (const FeedbackFormat* feedback = feedback_format_named(name))
      options.feedback.push_back(feedback);
  }
  if (words_->formats.empty()) options.formats = {course::course_format_named("csv")};
  options.cluster = words_->cluster;
  options.cluster.options = passed_on();
  options.submit = words_->submit;
  if (!words_->shard.empty()) {
    const Result<course::Shard> shard = read_shard(words_->shard);
    if (!shard) return Error{shard.error()};
    options.shard = *shard;
  }
  if (options.action == Action::run && !options.only_list && options.results.empty())
    return Error{"say where the results go: --output RESULTS (or --list, to grade nothing)."};
  return options;
}

}  // namespace warplab::grader
