#pragma once
// Logs what some blocks of one launch ask of memory, lane by lane (data/access_log.hpp).
#include <span>
#include <vector>

#include "base/result.hpp"
#include "data/access_log.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"

namespace warplab::sim {

struct LogOptions {
  int launch = 0;                // of the run's launches
  std::vector<uint64_t> blocks;  // linear numbers in its grid, rising
  int line = 0;                  // only accesses of this line; 0: of all
  // An access takes 288 bytes: as many as this go into one message to another process.
  uint32_t most_accesses = 100'000;
  bool count_instructions = false;  // AccessLog::executed, of all lines
};

// Runs the launches before `log.launch` whole, so that memory holds what that launch finds, then
// its chosen blocks and no others, all in order on one host thread. A block that waits for another
// one ends at the limit of work, and the log is not completed. The Refusal is that of simulate(),
// or names a launch or block that is not there.
Result<data::AccessLog, Refusal> log_accesses(const ptx::Module& module, std::span<Buffer> buffers,
                                              std::span<const Launch> launches,
                                              const Options& options, const LogOptions& log);

}  // namespace warplab::sim
