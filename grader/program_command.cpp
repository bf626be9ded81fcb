#include "program_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "model/load_gpu.hpp"
#include "program_options.hpp"
#include "progress_line.hpp"
#include "reports/problems.hpp"
#include "reports/program.hpp"
#include "runtime/build_program.hpp"
#include "runtime/ignored.hpp"
#include "runtime/run_program.hpp"
#include "runtime/stand_in.hpp"
#include "streams.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kProgramHelp =
    "Usage: grader run [OPTION...] FILE... [ARGUMENT...]\n"
    "\n"
    "Compiles a CUDA program with nvcc, runs it with the simulator as its device, and reports on\n"
    "standard error what its kernels did and what is wrong, with lines. FILE is a source (.cu, "
    ".cpp,\n"
    "...) or a program that was linked with -cudart shared; what comes behind it is the "
    "program's.\n"
    "\n"
    "  --model GPU       the GPU that it is told it runs on, and whose times are modelled (H100)\n"
    "  --format NAME     of the report: text, json, or for editors gcc or sarif; --json is short\n"
    "  --output FILE     the report goes there\n"
    "  --quiet           findings alone\n"
    "  --error-exit N    exit code N where something is found\n"
    "  --exact N         launches of each shape of a kernel that are looked at exactly (4)\n"
    "  --every N         and behind them each of so many\n"
    "  --only KERNEL     the only kernel that is looked at exactly\n"
    "  --quick           no launch is: faults of single threads and counters alone\n"
    "  -I -D -U -O -std -Xcompiler ... for nvcc, -l and -L for the linker\n"
    "  --                what follows is the program's, whatever it looks like\n"
    "\n"
    "Exit code: the program's own, 128 and more where a signal ended it, 2 where it could not be "
    "built.\n";

// That the simulator knows.
constexpr int kNewestCapability = 90;

Result<model::Gpu> gpu_named(const std::string& name) {
  const Result<fs::path> folder = find_gpus();
  if (!folder) return Error{folder.error()};
  const Result<std::vector<model::LoadedGpu>> all = model::load_gpus(*folder);
  if (!all) return Error{all.error()};
  const Result<const model::LoadedGpu*> found = model::find_gpu(*all, name);
  if (!found) return Error{found.error()};
  return (*found)->gpu;
}

bool is_program(const ProgramOptions& options) {
  const std::string ending = options.sources.front().extension().string();
  return options.sources.size() == 1 && ending != ".cu" && !ending.starts_with(".c");
}

// What is to be run: built, or as it is.
Result<bool> provide(const ProgramOptions& options, const runtime::Toolkit& toolkit,
                     runtime::RunRequest& request) {
  for (const fs::path& source : options.sources)
    if (!fs::exists(source)) return Error{fmt::format("There is no file {}.", source.string())};
  if (is_program(options)) {
    request.program = fs::absolute(options.sources.front());
    const Result<fs::path> library = runtime::build_runtime(toolkit, runtime::default_cache());
    if (!library) return Error{library.error()};
    request.library = *library;
    return true;
  }
  runtime::BuildRequest build;
  build.sources = options.sources;
  build.compile_options = options.compile_options;
  build.link_options = options.link_options;
  // The oldest that CUDA 13 compiles for, and the newest that the simulator knows.
  build.compute_capability =
      std::clamp(request.service.gpu.compute_capability, 75, kNewestCapability);
  build.cache = runtime::default_cache();
  const Result<runtime::BuiltProgram> built = runtime::build_program(toolkit, build);
  if (!built) return Error{built.error()};
  std::fputs(built->messages.c_str(), stderr);
  request.program = built->program;
  request.library = built->library;
  return true;
}

std::string text_in_form(const ProgramOptions& options, const runtime::ProgramReport& report,
                         const fs::path& folder) {
  switch (options.form) {
    case ProgramOptions::Form::text: break;
    case ProgramOptions::Form::json: return program_json(report, folder);
    case ProgramOptions::Form::gcc: return gcc_text(problems_of(report), folder);
    case ProgramOptions::Form::sarif: return sarif_text(problems_of(report), folder);
  }
  return program_text(report, folder, options.quiet);
}

int exit_code_after(const ProgramOptions& options, const runtime::ProgramReport& report) {
  if (options.error_exit && std::ranges::any_of(report.findings, is_fault))
    return *options.error_exit;
  return report.signal != 0 ? 128 + report.signal : report.exit_code;
}

}  // namespace

int run_whole_program(const std::vector<std::string>& words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    print(kProgramHelp);
    return kAllPassed;
  }
  const Result<ProgramOptions> options = parse_program_options(words);
  if (!options) return fail(options.error());
  const Result<model::Gpu> gpu = gpu_named(options->model);
  if (!gpu) return fail(gpu.error());
  const Result<runtime::Toolkit> toolkit = runtime::find_toolkit();
  if (!toolkit) return fail(toolkit.error());
  runtime::RunRequest request;
  request.arguments = options->arguments;
  request.service.gpu = *gpu;
  request.service.threads = std::max(1u, std::thread::hardware_concurrency());
  request.service.exact_launches = options->exact_launches;
  request.service.every = options->every;
  request.service.only_kernel = options->only_kernel;
  request.service.not_the_users = {toolkit->folder.string(), "/usr/"};
  if (const Result<bool> done = provide(*options, *toolkit, request); !done)
    return fail(done.error());
  ProgressLine line;
  request.service.progress = [&](const std::string& kernel, double part, double seconds) {
    if (kernel.empty()) return line.clear();
    const double left = part > 0 ? seconds * (1 - part) / part : 0;
    line.show(fmt::format("simulating {}: {:.0f} %, {:.0f} s more", kernel, 100 * part, left));
  };
  Result<runtime::ProgramReport> report = runtime::run_program(request);
  if (!report) return fail(report.error());
  report->ignored = runtime::remove_ignored(*report);
  const fs::path folder = fs::current_path();
  const std::string text = text_in_form(*options, *report, folder);
  if (options->output) {
    std::ofstream out(*options->output);
    out << text;
    if (!out.flush()) return fail(fmt::format("{} cannot be written.", options->output->string()));
  } else {
    std::fputs(text.c_str(), stderr);
  }
  return exit_code_after(*options, *report);
}

int stand_in_for_nvcc(const std::vector<std::string>& words) {
  const Result<runtime::Toolkit> toolkit = runtime::find_toolkit();
  if (!toolkit) return fail(toolkit.error());
  const Result<fs::path> library = runtime::build_runtime(*toolkit, runtime::default_cache());
  if (!library) return fail(library.error());
  const std::vector<std::string> command =
      runtime::stand_in_command(*toolkit, *library, kNewestCapability, words);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  return fail(fmt::format("{} cannot be started.", command[0]));
}

}  // namespace warplab::grader
