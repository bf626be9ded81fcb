#pragma once
// Runs a program on the simulator's device: its host code natively, as a child of this process.
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "runtime/lock.hpp"
#include "runtime/service.hpp"

namespace warplab::runtime {

// A file that the program inherits, without its name.
struct HandedFile {
  int descriptor = -1;
  bool is_writable = false;
};

struct RunRequest {
  std::filesystem::path program;
  // Behind the addresses of ServiceOptions::given, in hexadecimal, and the descriptors of `handed`.
  std::vector<std::string> arguments;
  std::filesystem::path library;  // the folder that holds the runtime
  ServiceOptions service;
  std::vector<HandedFile> handed;

  // Of somebody else's program. In a room that it cannot leave; none: it may do what we may.
  std::optional<Room> room;
  std::optional<std::filesystem::path> input;  // on its standard input; none: this process's own
  bool keeps_output = false;                   // in the report, instead of this process's own
  std::chrono::milliseconds time_limit{0};     // on the clock; 0: none
  uint64_t most_memory = 0;                    // of device memory that is in use; 0: no limit
  const std::atomic<bool>* cancel = nullptr;
};

// Input, output and errors are this process's own, unless the request says otherwise. Ctrl-C ends
// the program; the report comes nonetheless.
Result<ProgramReport> run_program(const RunRequest& request);

}  // namespace warplab::runtime
