// What the window says, in the editor that a person already has: a language server on standard
// input and output.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "common/start_program.hpp"
#include "exercise/places.hpp"
#include "results/messages.hpp"
#include "server/course_of_file.hpp"
#include "server/json_rpc.hpp"
#include "server/language_server.hpp"
#include "time/gpu_models.hpp"
#include "verdict/gpu/modelled_timing.hpp"
#include "verdict/grade.hpp"

namespace {

using namespace warplab;
namespace fs = std::filesystem;

constexpr const char* kFooter =
    "An editor starts it and speaks the Language Server Protocol with it: what is saved is graded, "
    "and\nwhat is wrong stands at its line, with what each line costs under the mouse.\n"
    "Neovim: vim.lsp.start({cmd = {'warplab-lsp'}, root_dir = vim.fn.getcwd()})";

Result<app::GradedFile> grade(const fs::path& file, const std::string& text,
                              const fs::path& exercises, const std::atomic<bool>& cancel) {
  const Result<app::FileOfCourse> of = app::course_of_file(file, exercises);
  if (!of) return Error{of.error()};
  const exercise::Exercise& exercise = of->exercise;
  verdict::GradeOptions options;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  options.cancel = &cancel;
  options.name_inputs = true;
  options.why_no_gpu = "an editor's check uses no GPU";
  if (verdict::asks_for_models(exercise))
    options.gpus = app::load_gpu_models({app::shipped_gpus()}).gpus;
  const Result<std::string> source = verdict::source_in(file.filename().string(), text);
  verdict::ExerciseResult result = source ? verdict::grade(exercise, *source, options)
                                          : verdict::reject(exercise, source.error(), options.seed);
  app::make_printable(result);
  app::GradedFile graded = app::graded_file(result, text);
  graded.exercise = exercise.slug;
  graded.exercises = of->exercises;
  graded.submission = of->submission;
  return graded;
}

std::string open_window(const app::GradedFile& graded, int line) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))
    return "There is no display to open the lab's window on.";
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return app::start_program({(program.parent_path() / "warplab").string(), "--exercises",
                             graded.exercises.string(), "--submission", graded.submission.string(),
                             "--exercise", graded.exercise, "--run", "--tab", "memory", "--line",
                             std::to_string(line)});
}

int serve(const fs::path& exercises) {
  app::LanguageServer server(
      {[](const nlohmann::json& message) { std::cout << app::message_text(message) << std::flush; },
       [&](const fs::path& file, const std::string& text, const std::atomic<bool>& cancel) {
         return grade(file, text, exercises, cancel);
       },
       open_window, WARPLAB_VERSION});
  while (std::cout && !server.exit_code()) {
    const Result<std::optional<std::string>> message = app::read_message(std::cin);
    if (!message) {
      fmt::print(stderr, "warplab-lsp: {}\n", message.error());
      return 2;
    }
    if (!*message) return 1;  // the editor went without a word
    server.take(**message);
  }
  return server.exit_code().value_or(1);
}

}  // namespace

int main(int argc, char** argv) {
  fs::path exercises;
  CLI::App options{"The Warp Lab's language server: grades kernels as they are saved.",
                   "warplab-lsp"};
  options.footer(kFooter);
  options.set_version_flag("--version", "warplab-lsp " WARPLAB_VERSION);
  options
      .add_option("--exercises", exercises,
                  "Folder of exercises (default: beside the file, else of Warp Lab)")
      ->type_name("DIR");
  CLI11_PARSE(options, argc, argv);
  std::signal(SIGPIPE, SIG_IGN);
  if (::isatty(STDIN_FILENO) == 1)
    fmt::print(stderr, "warplab-lsp: it waits for an editor; --help says how one starts it.\n");
  // Files that lie elsewhere are of the course that came with the program.
  return serve(exercises.empty() ? exercise::shipped_folder("exercises") : exercises);
}
