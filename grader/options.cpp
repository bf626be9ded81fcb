#include "options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <thread>

#include "course_command_line.hpp"
#include "exit_code.hpp"

namespace warplab::grader {
namespace {

constexpr const char* kDescription =
    "Grades CUDA kernels: compiles them, runs them in the simulator, and says which gates they "
    "pass.\n"
    "No GPU is needed; where there is one, kernels are timed on it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  grader list                               the exercises there are\n"
    "  grader column-sums                        grade the file in exercises/22-column-sums\n"
    "  grader --all --submission ~/handed-in/kim grade a student's folder of .cu files\n"
    "  grader --all --submission solutions       grade the solutions\n"
    "  grader column-sums --submission sums.cu   grade a file\n"
    "  grader watch column-sums                  grade again whenever the file is saved\n"
    "  grader --all --format json --output kim.json --submission ~/handed-in/kim\n"
    "  grader --exercises my-course --all        grade with exercises of your own\n"
    "  grader transpose-shared --model \"Tesla T4\" how long it would take on that GPU\n"
    "  grader course run ~/handed-in --output ~/results\n"
    "                                            grade a whole class\n"
    "  grader experiment stride --model \"Tesla T4\" the numbers of an experiment\n"
    "  grader explain column-sums                why a gate failed, with pictures of memory\n"
    "  grader check my-exercise --exercises my-course\n"
    "                                            is the exercise itself in order?\n"
    "\n"
    "Exit code: 0 everything passed; 1 something did not pass; 2 the grader could not do its job\n"
    "(wrong usage, a broken exercise, no compiler, no memory, no time, interrupted).";

// A day: longer than any course machine waits, short enough to be counted in milliseconds.
constexpr double kLeastTimeoutSeconds = 0.001, kMaxTimeoutSeconds = 86'400;
constexpr unsigned kMaxThreads = 1024;
constexpr const char* kHelp = "Run with --help for more information.";

// CLI11 takes "-1" for the largest unsigned number, and every number that is too large as well.
CLI::Validator whole_number(uint64_t lowest, uint64_t highest) {
  return CLI::Validator(
      [lowest, highest](std::string& text) {
        uint64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [stopped, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && stopped == end && number >= lowest && number <= highest)
          return std::string();
        return "expected a whole number from " + std::to_string(lowest) + " to " +
               std::to_string(highest) + ", not \"" + text + "\"";
      },
      "", "whole number");
}

// `--submission "$student"` with a variable that is not set must not mean "without a submission".
const CLI::Validator kNotEmpty(
    [](std::string& text) {
      return text.empty() ? std::string("expected a name, not \"\" (is a shell variable empty?)")
                          : std::string();
    },
    "", "not empty");

// "nan" is neither below nor above any limit.
const CLI::Validator kSeconds(
    [](std::string& text) {
      double seconds = 0;
      const char* const end = text.data() + text.size();
      const auto [stopped, error] = std::from_chars(text.data(), end, seconds);
      if (error == std::errc() && stopped == end && seconds >= kLeastTimeoutSeconds &&
          seconds <= kMaxTimeoutSeconds)
        return std::string();
      return "expected seconds from 0.001 to 86400, not \"" + text + "\"";
    },
    "", "seconds");

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format* format : formats()) names.emplace_back(format->name);
  return names;
}

std::string joined(const std::vector<std::string>& words, const char* last) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  return text;
}

// What is read as text and then means something else.
struct Words {
  std::string format{formats().front()->name}, backend = "auto";
  std::string submission, exercises, solutions, corpus, output, hidden, sign, public_key;
  std::string html, survivors;
  std::vector<std::string> model_files;
};

struct Subcommands {
  const CLI::App* list;
  const CLI::App* check;
  const CLI::App* watch;
  const CLI::App* experiment;
  const CLI::App* explain;
  CourseCommands course;
  const CLI::App* mutate;
  const CLI::App* make;
  const CLI::App* keygen;
  const CLI::App* verify;
  const CLI::App* texts;
};

void add_what_is_graded(CLI::App& app, Options& options, Words& words) {
  app.add_option("exercise", options.names, "Exercises to grade, by name")->type_name("NAME");
  app.add_flag("--all", options.all, "Every exercise");
  app.add_option(
         "--submission", words.submission,
         "The student's files, or the file of one exercise (default: those in the exercises)")
      ->check(kNotEmpty)
      ->type_name("DIR");
  app.add_option("--exercises", words.exercises, "The exercises (default: those of Warp Lab)")
      ->check(kNotEmpty)
      ->type_name("DIR");
  app.add_option("--solutions", words.solutions,
                 "Solutions and known-wrong kernels, for check (default: beside the exercises)")
      ->check(kNotEmpty)
      ->type_name("DIR");
}

void add_hidden(CLI::App& app, Words& words) {
  app.add_option("--hidden", words.hidden,
                 "Checks of the instructor's own, which students do not see")
      ->check(kNotEmpty)
      ->type_name("hidden.toml");
}

void add_how_it_is_run(CLI::App& app, Options& options, Words& words) {
  app.add_option("--backend", words.backend,
                 "The simulator decides; auto and cuda time on a GPU, too")
      ->check(CLI::IsMember({"auto", "sim", "cuda"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--gpu", options.gpu,
                 "UUID of the GPU to use, or the beginning of it (default: the first)")
      ->type_name("UUID");
  app.add_option("--model", options.models,
                 "Model the launches on this GPU, \"Tesla T4\" or all; may be repeated")
      ->type_name("GPU")
      ->allow_extra_args(false);
  app.add_option("--model-file", words.model_files,
                 "Description of a GPU to model; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--seed", options.seed, "Seed of all random data")
      ->check(whole_number(0, UINT64_MAX))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--threads", options.threads,
                 "Threads of the simulator; they change no result (default: one a core)")
      ->check(whole_number(1, kMaxThreads))
      ->type_name("N");
  app.add_option("--timeout", options.timeout_seconds,
                 "Seconds after which an exercise is given up, without a verdict")
      ->check(kSeconds)
      ->type_name("S")
      ->capture_default_str();
}

void add_where_the_report_goes(CLI::App& app, Words& words) {
  app.add_option("--format", words.format, "Of the report: " + joined(format_names(), " or "))
      ->check(CLI::IsMember(format_names()).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--output", words.output, "Write the report to this file, whole or not at all")
      ->check(kNotEmpty)
      ->type_name("FILE");
  app.add_option("--sign", words.sign,
                 "Sign the report with this key (grader keygen): FILE.sig beside FILE")
      ->check(kNotEmpty)
      ->type_name("KEYFILE");
}

CLI::App* add_explain(CLI::App& app, Options& options, Words& words) {
  CLI::App* explain = app.add_subcommand(
      "explain", "Say why gates failed, with pictures of memory (see grader explain --help)");
  explain->add_option("exercise", options.names, "The exercise to explain")->type_name("NAME");
  explain
      ->add_option("--line", options.explain.line,
                   "Show what this line asks of memory (default: the lines that cost most)")
      ->check(whole_number(1, INT32_MAX))
      ->type_name("N");
  explain
      ->add_option("--html", words.html,
                   "Write a page that needs nothing else, whole or not at all")
      ->check(kNotEmpty)
      ->type_name("FILE");
  explain->footer(
      "Grades one file in the simulator, then says of every failed gate and every finding what\n"
      "happened, why the hardware does so, and where to look. For lines that access memory it "
      "runs\n"
      "a few blocks of the graded run again and shows the worst warp among them: its 32 lanes "
      "over\n"
      "sectors of 32 bytes, or over the 32 banks of shared memory.\n"
      "\n"
      "Examples:\n"
      "  grader explain column-sums                           the file in the exercise\n"
      "  grader explain column-sums --submission ~/handed-in/kim\n"
      "  grader explain column-sums --line 19                 what line 19 asks of memory\n"
      "  grader explain column-sums --html column-sums.html   a page to keep or to print\n"
      "\n"
      "Options: --submission, --exercises, --seed, --threads and --timeout, as for grading.\n"
      "Exit code: 0 explained, whatever the verdict; 2 the grader could not do its job.");
  explain->fallthrough();
  return explain;
}

CLI::App* add_keygen(CLI::App& app, Options& options) {
  CLI::App* keygen = app.add_subcommand("keygen", "Make a key to sign reports with");
  keygen->footer(
      "Example: grader keygen course.key\nIt writes course.key, which stays secret, and "
      "course.key.pub.");
  keygen->add_option("file", options.names, "Where the secret key goes")
      ->type_name("FILE")
      ->expected(1)
      ->required();
  return keygen;
}

CLI::App* add_verify(CLI::App& app, Options& options, Words& words) {
  CLI::App* verify = app.add_subcommand("verify", "Is a report as it was signed?");
  verify->footer(
      "Example: grader verify results/course.json --key course.key.pub\n"
      "Exit code: 0 it is; 2 a file cannot be read; 3 it was changed; 4 it was signed with "
      "another\n"
      "key; 5 it has no signature.");
  verify->add_option("file", options.names, "The report; its signature lies beside it, FILE.sig")
      ->type_name("FILE")
      ->expected(1)
      ->required();
  verify->add_option("--student", options.student, "Whose report it must be")->type_name("ID");
  verify->add_option("--key", words.public_key, "The public key")
      ->check(kNotEmpty)
      ->type_name("PUB")
      ->required();
  return verify;
}

CLI::App* add_texts(CLI::App& app) {
  CLI::App* texts = app.add_subcommand("texts", "Every text that a student can be told");
  texts->footer(
      "A line each, for translators and for reading aloud: its key, a tab, and the text with a "
      "name "
      "in\nbraces for each thing that it names. Reports in JSON give the keys in \"says\" and "
      "\"advice\".");
  return texts;
}

CLI::App* add_list(CLI::App& app) {
  CLI::App* list = app.add_subcommand("list", "Show the exercises there are");
  list->footer("Options: --exercises, --format and --output, as for grading.");
  list->fallthrough();
  return list;
}

CLI::App* add_check(CLI::App& app, Options& options, Words& words) {
  CLI::App* check = app.add_subcommand(
      "check", "Prove that exercises do what their authors say (see grader check --help)");
  check->footer(
      "For every exercise: it loads; the starter compiles and fails at the gates it is about; the\n"
      "solution passes every gate, and with which margin; each known-wrong kernel is caught by "
      "the\n"
      "gate it names, for that reason; the reference is right; statement and hints are there.\n"
      "Options: --exercises, --solutions, --seed, --threads, --timeout, --format and --output, as "
      "for\n"
      "grading.");
  check->fallthrough();
  check->add_option("exercise", options.names, "Exercises to check; none: all")->type_name("NAME");
  check
      ->add_option("--corpus", words.corpus,
                   "More kernels to check, in folders such as those of --solutions")
      ->check(kNotEmpty)
      ->type_name("DIR");
  check->add_flag("--watch", options.watch, "Check again whenever a file changes, until Ctrl-C");
  return check;
}

CLI::App* add_watch(CLI::App& app, Options& options) {
  CLI::App* watch = app.add_subcommand("watch", "Grade again whenever a file is saved");
  watch->footer(
      "Example: grader watch column-sums --submission ~/handed-in/kim\n"
      "Options: as for grading; --format text or gcc (FILE:LINE:COLUMN: error: ..., for editors).\n"
      "Ctrl-C ends it, with the exit code of the last grading that came to its end.");
  watch->fallthrough();
  watch->add_option("exercise", options.names, "Exercises to grade, by name")->type_name("NAME");
  return watch;
}

CLI::App* add_experiment(CLI::App& app, Options& options) {
  CLI::App* experiment =
      app.add_subcommand("experiment", "Run an experiment's sweep and show its numbers");
  experiment->fallthrough();
  experiment->add_option("experiment", options.names, "The experiment, by name")->type_name("NAME");
  experiment
      ->add_option("--param", options.parameters,
                   "A parameter that is not swept, s=8; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  experiment->add_flag("--csv", options.csv, "Comma-separated values instead of a table");
  experiment->footer(
      "With --submission DIR it judges the predictions that a student made instead, and says of "
      "each\n"
      "whether it is right, and no answer.\n"
      "Options: --exercises, --model, --threads, --format (text or json) and --output, as for\n"
      "grading.");
  return experiment;
}

CLI::App* add_mutate(CLI::App& app, Options& options, Words& words) {
  CLI::App* mutate =
      app.add_subcommand("mutate", "Put mistakes into solutions, and say which no gate catches");
  mutate->footer(
      "Each mutant has one mistake as students make them: an index off by one, a barrier, a bound "
      "or "
      "one\n"
      "side of it left out, indices, axes or strides swapped, = for +=, no atomic. Those whose "
      "code "
      "proves\n"
      "that they mean the same are no mistakes. A mutant that passes every gate is a hole in the "
      "exercise,\n"
      "unless it means the same for another reason: grade it with other seeds, and think.\n"
      "Options: --exercises, --solutions, --seed, --threads, --timeout and --format (text or "
      "json), "
      "as\n"
      "for grading.");
  mutate->fallthrough();
  mutate->add_option("--survivors", words.survivors, "Write those that pass to folders in this one")
      ->check(kNotEmpty)
      ->type_name("DIR");
  mutate->add_option("exercise", options.names, "Exercises; none: all")->type_name("NAME");
  return mutate;
}

CLI::App* add_new(CLI::App& app, Options& options) {
  CLI::App* make = app.add_subcommand("new", "Make an exercise like another one, to start from");
  make->footer("Example: grader new my-sums --like column-sums --exercises my-course");
  make->fallthrough();
  make->add_option("name", options.names, "Of the new exercise")->type_name("NAME")->required();
  make->add_option("--like", options.like, "The exercise to copy")->type_name("NAME")->required();
  return make;
}

Subcommands add_subcommands(CLI::App& app, Options& options, Words& words) {
  return {add_list(app),
          add_check(app, options, words),
          add_watch(app, options),
          add_experiment(app, options),
          add_explain(app, options, words),
          add_course(app),
          add_mutate(app, options, words),
          add_new(app, options),
          add_keygen(app, options),
          add_verify(app, options, words),
          add_texts(app)};
}

std::optional<std::filesystem::path> path(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
}

void take_words(const Words& words, Options& options) {
  using Backend = Options::Backend;
  options.submission = path(words.submission);
  options.exercises = path(words.exercises);
  options.solutions = path(words.solutions);
  options.corpus = path(words.corpus);
  options.output = path(words.output);
  options.hidden = path(words.hidden);
  options.sign = path(words.sign);
  options.public_key = words.public_key;
  options.explain.html = path(words.html);
  options.survivors = path(words.survivors);
  options.model_files.assign(words.model_files.begin(), words.model_files.end());
  options.format = format_named(words.format);
  options.backend = words.backend == "cuda"  ? Backend::cuda
                    : words.backend == "sim" ? Backend::sim
                                             : Backend::automatic;
}

// Why these options do not go together, one sentence; empty: they do.
std::string contradiction(const Options& options) {
  using Command = Options::Command;
  if (options.backend == Options::Backend::sim && !options.gpu.empty())
    return "--gpu names a GPU and --backend sim uses none.";
  if (options.all && !options.names.empty()) return "give names of exercises or --all, not both.";
  const bool checks = options.command == Command::check;
  if (checks && !options.format->checked && !options.format->all_checked)
    return "--format " + std::string(options.format->name) +
           " is a report of grading; check has others.";
  if (options.command == Command::mutate && !options.format->may_have_color &&
      options.format->name != "json")
    return "--format " + std::string(options.format->name) +
           " is a report of grading; mutate has text and json.";
  const bool is_shown_as_it_comes =
      options.format->may_have_color || (!checks && options.format->name == "gcc");
  if (options.watch && (options.output || !is_shown_as_it_comes))
    return checks ? "check --watch shows text as it comes; leave out --output and --format."
                  : "watch shows text, or gcc, as it comes; leave out --output and other formats.";
  if (options.command == Command::list && !options.format->listed)
    return "--format " + std::string(options.format->name) +
           " is a report of grading; list has others.";
  if (options.command == Command::experiment && !options.format->swept)
    return "--format " + std::string(options.format->name) +
           " is a report of grading; experiment has text, json and --csv.";
  if (options.command == Command::experiment && options.names.size() != 1)
    return "say which experiment to run, one of those that `grader list` shows.";
  if (options.command == Command::list && !options.names.empty())
    return "list takes no names; it shows every exercise.";
  if (options.command == Command::explain && (options.all || options.names.size() != 1))
    return "explain is about one exercise: give its name. `grader list` shows them.";
  if (options.command == Command::explain && options.output)
    return "explain prints to standard output, or writes a page with --html FILE.";
  const bool takes_submission = options.command == Command::grade ||
                                options.command == Command::experiment ||
                                options.command == Command::explain;
  if (!takes_submission && options.submission)
    return "--submission belongs to grading one student; others do not use it.";
  const bool reports = options.command == Command::grade || options.command == Command::course;
  if (options.sign && !reports) return "--sign belongs to grading; others do not use it.";
  if (options.sign && options.command == Command::grade && !options.output)
    return "--sign needs --output FILE; the signature lies beside the file.";
  if (options.hidden && options.command != Command::grade && options.command != Command::course)
    return "--hidden belongs to grading; others do not use it.";
  if (options.command == Command::grade && !options.all && options.names.empty())
    return "say which exercises to grade: their names, or --all. `grader list` shows them.";
  return {};
}

}  // namespace

std::variant<Options, Leave> parse_options(int argc, const char* const* argv) {
  Options options;
  options.threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  Words words;

  CLI::App app(kDescription, "grader");
  app.footer(kExamples);
  app.set_version_flag("--version", "grader " WARPLAB_VERSION " (Warp Lab)");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(30);
  add_what_is_graded(app, options, words);
  add_hidden(app, words);
  add_how_it_is_run(app, options, words);
  add_where_the_report_goes(app, words);
  const Subcommands subcommands = add_subcommands(app, options, words);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // "--output: At Most 1 required but received 2"
    const std::string_view said = error.what();
    constexpr std::string_view kTwice = ": At Most 1 required but received ";
    if (const size_t at = said.find(kTwice); at != std::string_view::npos)
      return Leave{kGraderFailed,
                   fmt::format("grader: {} was given {} times; give it once\n{}\n",
                               said.substr(0, at), said.substr(at + kTwice.size()), kHelp)};
    std::ostringstream out, err;
    if (app.exit(error, out, err) == 0) return Leave{kAllPassed, out.str()};
    return Leave{kGraderFailed, "grader: " + err.str()};
  }
  take_words(words, options);
  if (subcommands.list->parsed()) options.command = Options::Command::list;
  if (subcommands.watch->parsed()) options.watch = true;
  if (subcommands.check->parsed()) options.command = Options::Command::check;
  if (subcommands.experiment->parsed()) options.command = Options::Command::experiment;
  if (subcommands.make->parsed()) options.command = Options::Command::make;
  if (subcommands.mutate->parsed()) options.command = Options::Command::mutate;
  if (subcommands.keygen->parsed()) options.command = Options::Command::keygen;
  if (subcommands.verify->parsed()) options.command = Options::Command::verify;
  if (subcommands.texts->parsed()) options.command = Options::Command::texts;
  if (subcommands.explain->parsed()) options.command = Options::Command::explain;
  if (subcommands.course.parsed()) {
    options.command = Options::Command::course;
    Result<CourseOptions> course = subcommands.course.options();
    if (!course) return Leave{kGraderFailed, "grader: " + course.error() + "\n"};
    options.course = std::move(*course);
  }
  if (const std::string why = contradiction(options); !why.empty())
    return Leave{kGraderFailed, fmt::format("grader: {}\n{}\n", why, kHelp)};
  return options;
}

}  // namespace warplab::grader
