#pragma once
// What a test may know of a worker from outside, through /proc.
#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "worker/worker.hpp"

namespace warplab::worker {

// A worker that has started, or the test has failed.
std::unique_ptr<Worker> started(const Limits& limits = {});

std::string read_text(const std::filesystem::path& path);

// The value of "Name:\tvalue" in /proc/PID/status; empty when the process is gone.
std::string status_of(pid_t pid, const std::string& name);

// Children of `parent` whose name, as the system shows it, begins so.
std::vector<pid_t> children_named(const std::string& begin, pid_t parent);

// Children of `parent` that are workers, and the process that these are copied from.
std::vector<pid_t> workers_of(pid_t parent);
std::vector<pid_t> zygotes_of(pid_t parent);

// True when the process is gone, or nobody's but init's to bury, within a minute: a machine that
// does much else at once may need seconds for it.
bool ends_soon(pid_t pid);

// An environment variable for the length of a test.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value);
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable();

 private:
  const char* name_;
  std::string old_;
};

}  // namespace warplab::worker
