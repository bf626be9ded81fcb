#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "exercise/places.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFooter =
    "Examples:\n"
    "  warplab\n"
    "  warplab --exercise column-sums --run\n"
    "  warplab --exercises ~/course/exercises --submission ~/course/mine\n"
    "  warplab --exercise racy-atomic --play\n"
    "  warplab --exercise racy-atomic --run --size 1440x900 --screenshot racy.png\n";

// "1440x900"
std::string check_size(const std::string& text) {
  const auto cross = text.find('x');
  int width = 0, height = 0;
  const char *begin = text.data(), *end = begin + text.size();
  const bool good = cross != std::string::npos &&
                    std::from_chars(begin, begin + cross, width).ptr == begin + cross &&
                    std::from_chars(begin + cross + 1, end, height).ptr == end;
  if (!good || width < 320 || height < 240 || width > 16384 || height > 16384)
    return "a size is WIDTHxHEIGHT in pixels, between 320x240 and 16384x16384";
  return {};
}

// The clone's, or the copy of an installed course.
fs::path default_exercises() {
  const Result<fs::path> own = exercise::own_exercises();
  if (own) return own->empty() ? "exercises" : *own;
  fmt::print(stderr, "warplab: {}\n", own.error());
  return exercise::shipped_folder("exercises");
}

// "results, output or history"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::vector<std::string> tab_names() {
  std::vector<std::string> names;
  for (const TabRow& row : tabs()) names.push_back(option_name(row));
  return names;
}

// What is read as text and then means something else.
struct Words {
  std::string size, tab, theme, language;
  bool no_interop = false;
};

void add_what_is_shown(CLI::App& app, CommandLine& options, Words& words) {
  app.add_option("--exercise", options.exercise,
                 "Open this exercise (name or number; default: the last one)")
      ->type_name("NAME");
  app.add_flag("--run", options.run, "Run it at once");
  app.add_option("--tab", words.tab, "Show this tab: " + listed(tab_names()))
      ->type_name("NAME")
      ->check(CLI::IsMember(tab_names()));
  app.add_option("--line", options.line, "Put the caret on this line")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  app.add_flag("--play", options.play,
               "Play at once in the tab live, and show it unless --tab names another");
  app.add_option("--exercises", options.exercises,
                 "Folder of exercises (default: beside the program)")
      ->type_name("DIR");
  app.add_option("--submission", options.submission,
                 "Folder of the student's files (default: `submission` beside the exercises)")
      ->type_name("DIR");
  app.add_option("--size", words.size, "Size of the window in pixels")
      ->type_name("WxH")
      ->check([](const std::string& text) { return check_size(text); });
  app.add_option("--theme", words.theme, "dark or light")
      ->type_name("NAME")
      ->check(CLI::IsMember({"dark", "light"}));
  app.add_option("--language", words.language,
                 "Show statements in this language where they are translated: fr, en (default: the "
                 "system's)")
      ->type_name("NAME");
  app.add_option("--scale", options.scale, "Size of everything (default: the screen's)")
      ->type_name("F")
      ->check(CLI::Range(0.5, 4.0));
}

void add_what_ends_by_itself(CLI::App& app, CommandLine& options, Words& words) {
  app.add_option(
         "--screenshot", options.screenshot,
         "Write a picture of the last frame and end; with --run, not before the run has ended")
      ->type_name("FILE.png");
  app.add_option("--step", options.step, "Show the statement's pictures that move at this step")
      ->type_name("N")
      ->check(CLI::Range(1, 480));
  app.add_option("--frames", options.frames, "End after so many frames")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--measure", options.measure,
                 "Print how long the first frame takes (start), or frames while scrolling "
                 "(scroll), typing (typing) or stepping through a block of a run (steps), and end")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"start", "scroll", "typing", "steps"}));
  app.add_flag("--no-interop", words.no_interop,
               "Draw live pictures through the host, not by CUDA-GL interop");
}

void take_words(const Words& words, CommandLine& options) {
  options.interop = !words.no_interop;
  if (!words.size.empty()) {
    const auto cross = words.size.find('x');
    options.size = {std::stoi(words.size.substr(0, cross)),
                    std::stoi(words.size.substr(cross + 1))};
  }
  if (options.play) options.tab = Tab::live;
  if (options.measure == "steps") {
    options.tab = Tab::steps;
    options.run = true;
  }
  for (const TabRow& row : tabs())
    if (option_name(row) == words.tab) options.tab = row.tab;
  if (!words.language.empty()) options.language = words.language;
  if (!words.theme.empty())
    options.theme = words.theme == "light" ? ThemeChoice::light : ThemeChoice::dark;
}

// Those that were not given, and all of them as absolute paths.
void fill_in_folders(CommandLine& options) {
  if (options.exercises.empty()) options.exercises = default_exercises();
  std::error_code error;
  options.exercises = fs::absolute(options.exercises, error).lexically_normal();
  if (!options.exercises.has_filename()) options.exercises = options.exercises.parent_path();
  if (options.submission.empty())
    options.submission = options.exercises.parent_path() / "submission";
  options.submission = fs::absolute(options.submission, error).lexically_normal();
}

}  // namespace

ParsedCommandLine parse_command_line(int argc, char** argv) {
  CommandLine options;
  Words words;
  CLI::App app{"The Warp Lab: edit CUDA kernels, run them, and see why they are slow or wrong.",
               "warplab"};
  app.footer(kFooter);
  app.set_version_flag("--version", "warplab " WARPLAB_VERSION);
  add_what_is_shown(app, options, words);
  add_what_ends_by_itself(app, options, words);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, app.exit(error) == 0 ? 0 : 2};
  }
  take_words(words, options);
  fill_in_folders(options);
  return {std::move(options), 0};
}

}  // namespace warplab::app
