// warplab-worker: the process in which a student's source is compiled and simulated. Started by
// worker::Worker::start(), never by a person.
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "compile/compile.hpp"
#include "worker/channel.hpp"
#include "worker/control_page.hpp"
#include "worker/program/last_words.hpp"
#include "worker/program/lock.hpp"
#include "worker/program/parent.hpp"
#include "worker/program/serve.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {
namespace {

struct CommandLine {
  unsigned protocol = 0;
  uint64_t memory = 0;
};

bool read_number(std::string_view argument, std::string_view name, auto& value) {
  if (!argument.starts_with(name)) return false;
  argument.remove_prefix(name.size());
  return std::from_chars(argument.data(), argument.data() + argument.size(), value).ec ==
         std::errc{};
}

int run(uint64_t memory) {
  ControlPage* const page = map_control_page();
  if (page == nullptr) return kExitNotStartedByParent;
  Channel channel(Descriptor(kSocketDescriptor), /*accepts_descriptors=*/true);
  const auto refuse = [&](const std::string& why) {
    channel.send(encode(Failure{Failure::Kind::cannot_start, why}), {}, Channel::kForever);
    return 1;
  };
  if (const Result<bool> limited = limit_resources(memory); !limited)
    return refuse(limited.error());
  install_last_words(*page);
  Result<compile::Compiler*> compiler = compile::load_compiler();
  if (!compiler) return refuse(compiler.error());
  // The folder stands in the PTX, in front of the file's name.
  if (::chdir("/") != 0) return refuse("The worker cannot leave its folder.");
  // __DATE__ and __TIME__ of a kernel: see fixed_time.cpp.
  if (::setenv("TZ", "UTC0", 1) != 0) return refuse("The worker cannot set its time zone.");
  ::tzset();
  const int landlock = deny_files();
  watch_parent();
  if (const Result<bool> locked = filter_system_calls(); !locked) return refuse(locked.error());
  if (channel.send(encode(Ready{compile::compiler_path(**compiler), landlock}), {},
                   Channel::kForever) == Channel::Outcome::done)
    serve(channel, *page, **compiler);
  return 0;
}

}  // namespace
}  // namespace warplab::worker

int main(int argc, char** argv) {
  using namespace warplab::worker;
  CommandLine line;
  bool understood = argc == 3;
  if (understood)
    understood = read_number(argv[1], "--protocol=", line.protocol) &&
                 read_number(argv[2], "--memory=", line.memory);
  if (!understood || line.protocol != kProtocolVersion) {
    std::fputs("warplab-worker is started by Warp Lab's grader and window, not by hand.\n", stderr);
    return kExitNotStartedByParent;
  }
  const int status = run(line.memory);
  // Not exit(): destructors of libraries have nothing to do here, and files cannot be opened any
  // more.
  ::_exit(status);
}
