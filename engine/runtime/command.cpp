#include "runtime/command.hpp"

#include "base/child_process.hpp"

namespace warplab::runtime {

Said run_command(const std::vector<std::string>& command) {
  Said said;
  ChildProcess child(command, {ChildStream::nowhere, ChildStream::pipe, ChildStream::as_output});
  child.read_output(said.output);
  said.status = child.wait();
  return said;
}

}  // namespace warplab::runtime
