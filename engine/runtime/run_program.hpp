#pragma once
// Runs a program on the simulator's device: its host code natively, as a child of this process.
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "runtime/service.hpp"

namespace warplab::runtime {

struct RunRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::filesystem::path library;  // the folder that holds the runtime
  ServiceOptions service;
};

// Input, output and errors are this process's own. Ctrl-C ends the program; the report comes
// nonetheless.
Result<ProgramReport> run_program(const RunRequest& request);

}  // namespace warplab::runtime
