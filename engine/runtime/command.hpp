#pragma once
// Running a tool and reading what it says.
#include <string>
#include <vector>

namespace warplab::runtime {

struct Said {
  int status = -1;     // exit status; -1: it could not be started, or was ended by a signal
  std::string output;  // both of its outputs together
};
// `command`: the program, by path or by name, and its arguments. Waits for it.
Said run_command(const std::vector<std::string>& command);

}  // namespace warplab::runtime
