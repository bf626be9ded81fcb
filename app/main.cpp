// The window of the Warp Lab.
#include <fmt/format.h>

#include <chrono>
#include <string_view>

#include "command_line.hpp"
#include "course/read_ahead.hpp"
#include "gl/interop_probe.hpp"
#include "lab/lab.hpp"
#include "results/given_back.hpp"
#include "time/gpu_models.hpp"
#include "verdict/grade.hpp"
#include "window.hpp"

namespace {

using namespace warplab;

// "column-sums", "22-column-sums", "22" and "column_sums.cu" all name the exercise in the folder
// 22-column-sums.
const app::CourseEntry* find_exercise(const app::Course& course, const std::string& name) {
  for (const app::CourseEntry& entry : course.entries())
    if (entry.slug == name || entry.folder.filename() == name ||
        std::to_string(entry.order) == name ||
        (entry.exercise && entry.exercise->student_file == name))
      return &entry;
  return nullptr;
}

// What to open: what was asked for, what was open last time, or the first.
const app::CourseEntry* first_exercise(const app::Lab& lab, const std::string& name) {
  if (!name.empty()) return find_exercise(lab.course(), name);
  if (const app::CourseEntry* last = lab.course().find(lab.settings().last_exercise)) return last;
  return lab.course().entries().empty() ? nullptr : &lab.course().entries().front();
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  app::keep_large_blocks_apart();
  if (argc == 2 && std::string_view(argv[1]) == "--probe-interop") return app::gl::probe_interop();
  const app::ParsedCommandLine parsed = app::parse_command_line(argc, argv);
  if (!parsed.options) return parsed.exit_code;
  const app::CommandLine& options = *parsed.options;

  const app::UserFolders user = app::user_folders();
  const app::CourseLoaders course =
      app::read_ahead(options.exercises, {exercise::load_all, experiment::load_all});
  auto window = app::Window::open(options, app::load_settings(user.settings));
  if (!window) {
    fmt::print(stderr, "warplab: {}\n", window.error());
    return 2;
  }
  app::Lab lab(
      {options.exercises, options.submission, user, {app::shipped_gpus(), user.settings / "gpus"}},
      course.exercises, verdict::grade, [&] { (*window)->wake(); },
      {[](const std::atomic<bool>& cancel) {
        return app::find_gpus(&worker::GpuWorker::start, cancel);
      }},
      course.experiments);
  lab.use_checker([] { return app::make_typing_checker(&worker::Worker::start); });
  lab.override_settings({options.theme, options.language, !options.ends_by_itself()});
  const app::CourseEntry* entry = first_exercise(lab, options.exercise);
  if (!entry && !options.exercise.empty()) {
    fmt::print(stderr, "warplab: there is no exercise \"{}\" in {}.\n", options.exercise,
               options.exercises.string());
    return 2;
  }
  if (entry) lab.open(entry->slug);
  return (*window)->run(lab, start);
}
