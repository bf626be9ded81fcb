#pragma once
// What a whole program did on the device: its kernels, and what somebody should know, with lines of
// kernels and of the host. Data; sentences are made of it elsewhere.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/counters.hpp"
#include "data/finding.hpp"
#include "model/launch_model.hpp"
#include "sim/report.hpp"

namespace warplab::runtime {

// A line of a source file; line 0: not known.
struct Place {
  std::string file;  // as the compiler was given it
  int line = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct ProgramFinding {
  // The kernel's, or the host's: then it has no line, and is told by `told` alone.
  data::Finding finding;
  Place at;               // of the kernel's line, or of the host's
  std::string kernel;     // empty: the host's
  Place launched;         // the first launch in which it was seen
  Place allocated;        // the memory that it is about
  uint64_t launches = 0;  // in which it was seen
};

struct KernelSummary {
  std::string name;  // as people read it: "count", "add<256>"
  std::string file;  // that its lines are of
  uint64_t launches = 0;
  uint64_t exactly = 0;  // of them, looked at exactly
  Dim3 grid, block;      // of the first
  bool shapes_differ = false;
  data::Counters total;  // of all launches
  sim::LineCounters lines;
  // What went to the buffers that the program was given, in their order.
  std::vector<data::BufferTraffic> given;
  // Fewest sectors that the bytes of its requests to global memory need.
  uint64_t ideal_sectors = 0;
  // Of all launches, by those that were recorded. None: there is no time, and why.
  std::optional<double> modelled_us;
  std::string why_not_modelled;
  model::LaunchModel model;  // of the first shape
  double seconds = 0;        // that the simulator took
};

struct ProgramReport {
  std::string gpu;                     // "H100"
  std::vector<KernelSummary> kernels;  // as they were first launched
  std::vector<ProgramFinding> findings;
  uint64_t launches = 0;
  // Of the time that kernels and copies take one after the other, the part that streams save.
  double overlap = 0;
  uint64_t work = 0;     // of all launches, in the units of sim/work.hpp
  double seconds = 0;    // that the simulator took
  uint64_t ignored = 0;  // findings that their lines say to leave out
  // How the program ended.
  int exit_code = 0;
  int signal = 0;  // 0: by itself
  // Why it was ended from outside, a limit of RunRequest; else none.
  enum class Ended : uint8_t { by_itself, cancelled, out_of_time, too_much_memory };
  Ended ended = Ended::by_itself;
  std::string output, errors;       // where RunRequest asks for them
  std::vector<bool> given_written;  // ServiceOptions::given: somebody has written there
};

}  // namespace warplab::runtime
