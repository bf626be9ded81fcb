#pragma once
// One child process: started with a socket and a control page, ended and reaped by its owner.
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "worker/descriptor.hpp"

namespace warplab::worker {

// How a process ended.
struct Ending {
  bool by_signal = false;
  int number = 0;  // signal, or exit status
};

class ChildProcess {
 public:
  // Runs `program` with `arguments`. Of our descriptors it gets `socket` and `control` as numbers 3
  // and 4, and `errors` as its standard error; input is empty, output goes nowhere. It has a
  // process group of its own, so that Ctrl-C reaches us alone.
  static Result<ChildProcess> start(const std::string& program,
                                    const std::vector<std::string>& arguments, int socket,
                                    int control, int errors);
  // Of a process that another one has started for us, as our child.
  static ChildProcess adopt(pid_t pid);
  // What a child is given of our environment, "NAME=value" each.
  static std::vector<std::string> environment();
  ChildProcess() = default;
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess() { end(); }

  pid_t pid() const { return pid_; }
  // True when it has ended by itself, or does so within `milliseconds`.
  bool ended_within(int milliseconds);
  // Kills it if it has not ended, and reaps it. Later calls give the same answer.
  Ending end();
  // It was killed and has not ended: a driver or a disk holds it. Known after end().
  bool is_stuck() const { return stuck_; }
  // Its soft limit of address space; a larger one than it gave itself needs no privilege. The Error
  // is a sentence: the system refuses it, or allows no process so much.
  Result<bool> limit_memory(uint64_t bytes) const;
  // Processor time of all its threads so far; none when it has ended, or the system does not tell.
  std::optional<std::chrono::nanoseconds> computed() const;

 private:
  pid_t pid_ = -1;
  Descriptor pidfd_;  // none on a kernel before 5.3
  bool reaped_ = false, stuck_ = false;
  Ending ending_;
};

}  // namespace warplab::worker
