#pragma once
// A file with host code as a program: compiled by nvcc together with the main() that calls its
// function, and run on the simulator's device, once for each run of the exercise. Both behind a
// lock (runtime/lock.hpp).
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/gpu.hpp"
#include "runtime/program_report.hpp"
#include "runtime/toolkit.hpp"
#include "verdict/plan/prepared_run.hpp"

namespace warplab::verdict {

// How long the host's code may compute, for each run.
inline constexpr uint64_t kHostSeconds = 20;

struct ProgramLimits {
  uint64_t work = UINT64_MAX;  // of kernels, in the units of sim/work.hpp
  std::chrono::milliseconds time{600'000};
  const std::atomic<bool>* cancel = nullptr;
};

// What a program of its own has written, beside its output.
struct WrittenFile {
  std::string name;
  std::optional<std::string> bytes;  // none: it is not there
};

struct ProgramRan {
  runtime::ProgramReport report;
  std::vector<WrittenFile> written;
};

class HostProgram {
 public:
  // `file_name`: the file's in the exercise. They must outlive it.
  HostProgram(const exercise::Exercise& exercise, std::string file_name, const model::Gpu& gpu,
              unsigned threads);

  // Why nothing can be built or run here: no nvcc, no lock; one sentence.
  static Result<bool> is_possible();

  // The Error has what the compilers say. `text`: the file's.
  Result<bool> build(const std::string& text);
  std::string compiler() const;  // "nvcc 13.0"
  // Refills the run's outputs, and makes the call on them.
  Result<ProgramRan> run(PreparedRun& run, const ProgramLimits& limits, bool with_times);
  // In which it lies while it is compiled, with a slash at its end.
  std::string folder() const { return source_.parent_path().string() + '/'; }
  // Whether a line of a report is the file's.
  bool is_own(const runtime::Place& place) const { return place.file == source_.string(); }

 private:
  const exercise::Exercise& exercise_;
  std::string file_name_;
  const model::Gpu& gpu_;
  unsigned threads_;
  std::optional<runtime::Toolkit> toolkit_;
  std::filesystem::path source_, program_, library_;
};

}  // namespace warplab::verdict
