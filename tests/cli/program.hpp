#pragma once
// Running the real grader as a shell would, with a limit, and folders to run it on.
#include <sys/types.h>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.hpp"
#include "worker/sanitized.hpp"

namespace program {

namespace fs = std::filesystem;

inline const fs::path kGrader = WARPLAB_BINARY_DIR "/bin/grader";
inline const fs::path kHere = WARPLAB_SOURCE_DIR "/tests/cli";
inline const fs::path kExercises = kHere / "exercises";
// As words of a command line.
inline const std::string kExercisesFolder = kExercises.string();
inline const std::string kSolutionsFolder = (kHere / "solutions").string();

std::string read(const fs::path& file);

using warplab::test::contains;
using Folder = warplab::test::TemporaryFolder;

struct Ended {
  int exit_code = -1;  // -1: it was killed, by a signal or by our limit
  std::string out, err;
  nlohmann::json json() const;
};

// Only what hangs takes this long.
inline constexpr std::chrono::seconds kPatience{warplab::worker::kSanitized ? 500 : 100};

// A started grader; its standard output and error go to files.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments,
                   const std::vector<std::pair<std::string, std::string>>& environment = {});
  ~Running();
  pid_t pid() const;
  std::string out_so_far() const;
  Ended wait(std::chrono::seconds limit = kPatience);

 private:
  Folder folder_;
  pid_t pid_ = -1;
};

Ended grader(const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment = {});

nlohmann::json gate(const nlohmann::json& exercise, const std::string& metric);

}  // namespace program
