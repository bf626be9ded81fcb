#include "worker/program/run_zygote.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "worker/protocol.hpp"

namespace warplab::worker {
namespace {

// The name that the system shows, of 15 characters at most.
constexpr const char* kName = "warplab-zygote";

// A copy of this process that is our parent's child, which can then wait for it and limit it.
// fork() of the C library cannot do so (CLONE_PARENT). It would also lock what other threads hold,
// and there are none; what is left of it is to write the copy's thread number where the library
// keeps it.
pid_t fork_for_parent() {
  int* number = nullptr;
  const bool has_place = ::prctl(PR_GET_TID_ADDRESS, &number) == 0 && number != nullptr;
  const unsigned long flags =
      CLONE_PARENT | (has_place ? CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID : 0);
#ifdef __x86_64__
  return static_cast<pid_t>(::syscall(SYS_clone, flags, nullptr, nullptr, number, 0));
#else
  return static_cast<pid_t>(::syscall(SYS_clone, flags, nullptr, nullptr, 0, number));
#endif
}

// The copy: no longer a zygote, and with none of its descriptors.
bool become(const WorkerProgram& program, const Descriptors& descriptors) {
  constexpr int kPlaces[kForkDescriptors] = {kSocketDescriptor, kControlDescriptor, STDERR_FILENO};
  for (size_t i = 0; i < kForkDescriptors; ++i)
    if (::dup2(descriptors[i].number(), kPlaces[i]) < 0) return false;
  if (::syscall(SYS_close_range, kFirstOtherDescriptor, ~0u, 0) != 0)
    for (const Descriptor& descriptor : descriptors) ::close(descriptor.number());
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, program.name);
  return true;
}

Result<bool> load(const WorkerProgram& program) {
  if (const Result<bool> limited = program.limit_resources(); !limited)
    return Error{limited.error()};
  ControlPage nobodys;
  if (const Result<Answers> answers = program.open(nobodys); !answers)
    return Error{answers.error()};
  if (::chdir("/") != 0) return Error{fmt::format("{} cannot leave its folder.", program.subject)};
  return true;
}

}  // namespace

int run_zygote(const WorkerProgram& program) {
  ::prctl(PR_SET_NAME, kName);
  Channel channel(Descriptor(kSocketDescriptor), /*accepts_descriptors=*/true);
  const Result<bool> loaded = load(program);
  const Message greeting =
      loaded ? program.ready(0)
             : encode(Failure{Failure::Kind::cannot_start, data::as_it_is(loaded.error())});
  if (channel.send(greeting, {}, Channel::kForever) != Channel::Outcome::done || !loaded) return 1;
  for (;;) {
    Message message;
    if (channel.receive(message, Channel::kForever) != Channel::Outcome::done) return 0;
    const Descriptors descriptors = channel.take_descriptors();
    const Result<ForkRequest> request = decode<ForkRequest>(message);
    if (!request || descriptors.size() != kForkDescriptors ||
        !understands(program, request->arguments))
      return 1;
    const pid_t copy = fork_for_parent();
    // No destructor of the zygote's runs in a copy.
    if (copy == 0) ::_exit(become(program, descriptors) ? run_one_worker(program) : 1);
    const Message answer =
        copy > 0
            ? encode(ForkAnswer{copy})
            : encode(Failure{
                  Failure::Kind::rejected,
                  data::as_it_is(fmt::format("No copy of a worker: {}.", std::strerror(errno)))});
    if (channel.send(answer, {}, Channel::kForever) != Channel::Outcome::done) return 0;
  }
}

}  // namespace warplab::worker
