#pragma once
// The command line of the grader.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "course_options.hpp"
#include "explain_options.hpp"
#include "reports/format.hpp"

namespace warplab::grader {

struct Options {
  enum class Command : uint8_t {
    grade,
    list,
    check,
    experiment,
    course,
    mutate,
    make,
    explain,
    keygen,
    verify,
    texts
  };
  // automatic: times from the GPU where there is one; sim: never; cuda: not without.
  enum class Backend : uint8_t { automatic, sim, cuda };
  Command command = Command::grade;
  bool all = false;
  std::vector<std::string> names;                   // slugs or folder names; empty with `all`
  std::optional<std::filesystem::path> submission;  // none: the files in the exercises themselves
  std::optional<std::filesystem::path> exercises;   // none: see find_exercises()
  std::optional<std::filesystem::path> corpus;      // more kernels for check; none: no more
  std::optional<std::filesystem::path> solutions;   // none: beside the exercises
  std::optional<std::filesystem::path> hidden;      // of grade and course: the instructor's checks
  std::optional<std::filesystem::path> output;      // none: standard output
  std::optional<std::filesystem::path> sign;        // the secret key that reports are signed with
  std::filesystem::path public_key;                 // of verify
  std::string student;  // of verify: whose report it must be; empty: it is said
  const Format* format = formats().front();
  Backend backend = Backend::automatic;
  std::vector<std::string> parameters;             // of experiment: "s=8"
  bool csv = false;                                // of experiment: comma-separated values
  std::vector<std::string> models;                 // names of GPUs to model, or "all"
  std::vector<std::filesystem::path> model_files;  // descriptions of further GPUs
  std::string gpu;  // its UUID, or the beginning of it; empty: the first
  uint64_t seed = 1;
  unsigned threads = 1;
  double timeout_seconds = 300;                    // of each exercise, on the clock
  CourseOptions course;                            // of Command::course
  std::string like;                                // of Command::make: the exercise that is copied
  std::optional<std::filesystem::path> survivors;  // of Command::mutate: where they are written
  bool watch = false;      // of Command::grade and check: again whenever a file changes
  ExplainOptions explain;  // of Command::explain
};

// What to do instead of running: --help, --version, or a usage error.
struct Leave {
  int exit_code = 0;
  std::string text;  // for standard output where exit_code is 0, else for standard error
};

std::variant<Options, Leave> parse_options(int argc, const char* const* argv);

}  // namespace warplab::grader
