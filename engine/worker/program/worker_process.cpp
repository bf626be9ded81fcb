#include "worker/program/worker_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "worker/program/last_words.hpp"
#include "worker/program/lock.hpp"
#include "worker/program/run_zygote.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {
namespace {

using Kind = Failure::Kind;

// The page that the parent shares, or null.
ControlPage* map_control_page() {
  void* const mapped = ::mmap(nullptr, sizeof(ControlPage), PROT_READ | PROT_WRITE, MAP_SHARED,
                              kControlDescriptor, 0);
  if (mapped == MAP_FAILED) return nullptr;
  return std::launder(reinterpret_cast<ControlPage*>(mapped));
}

// Ends this process when the parent is gone, whatever the other threads do. A death signal
// (PR_SET_PDEATHSIG) would come when the parent's *thread* that started us ends.
void watch_parent() {
  std::thread([] {
    pollfd parent{kSocketDescriptor, POLLRDHUP, 0};
    while (::poll(&parent, 1, -1) <= 0) {
    }
    ::_exit(0);
  }).detach();
}

// No thread, above all: what the system grants no worker is no kernel's fault.
Failure refused(const WorkerProgram& program, const std::system_error& thrown) {
  return {Kind::lost,
          data::say(data::Says::process_refused, program.subject, thrown.code().message())};
}

// Everything up to the message that it is ready, and what answers from then on.
struct Started {
  Message ready;
  Answers answers;
};
Result<Started> start(const WorkerProgram& program, ControlPage& page) {
  if (const Result<bool> limited = program.limit_resources(); !limited)
    return Error{limited.error()};
  install_last_words(page);
  Result<Answers> answers = program.open(page);
  if (!answers) return Error{answers.error()};
  // The folder would stand in the PTX, in front of the file's name.
  if (::chdir("/") != 0) return Error{fmt::format("{} cannot leave its folder.", program.subject)};
  if (!drop_capabilities())
    return Error{fmt::format("{} cannot give up its rights as root.", program.subject)};
  const int landlock = deny_files();
  watch_parent();
  if (const Result<bool> locked = program.filter_system_calls(); !locked)
    return Error{locked.error()};
  return Started{program.ready(landlock), std::move(*answers)};
}

// One request after the other, until the parent is gone or an answer was the last.
void serve(const WorkerProgram& program, const Answers& answers, Channel& channel,
           ControlPage& page) {
  for (;;) {
    Message request;
    if (channel.receive(request, Channel::kForever) != Channel::Outcome::done) return;
    const Descriptors descriptors = channel.take_descriptors();
    Answer answer;
    try {
      answer = answers(request, descriptors);
    } catch (const std::bad_alloc&) {
      page.distress = Distress::out_of_memory;
      return;  // the parent finds the page when the socket closes
    } catch (const std::system_error& thrown) {
      answer = {encode(refused(program, thrown))};
    } catch (const std::exception& thrown) {
      answer = {encode(Failure{
          Kind::crashed, data::say(data::Says::process_gave_up, program.subject, thrown.what())})};
    }
    const Channel::Outcome sent = channel.send(answer.message, {}, Channel::kForever);
    if (sent != Channel::Outcome::done || answer.is_last) return;
  }
}

}  // namespace

int run_one_worker(const WorkerProgram& program) {
  ControlPage* const page = map_control_page();
  if (page == nullptr) return kExitNotStartedByParent;
  Channel channel(Descriptor(kSocketDescriptor), /*accepts_descriptors=*/true);
  Result<Started> started = Error{""};
  try {
    started = start(program, *page);
  } catch (const std::system_error& thrown) {
    channel.send(encode(refused(program, thrown)), {}, Channel::kForever);
    return 1;
  }
  if (!started) {
    channel.send(encode(Failure{Kind::cannot_start, data::as_it_is(started.error())}), {},
                 Channel::kForever);
    return 1;
  }
  if (channel.send(started->ready, {}, Channel::kForever) == Channel::Outcome::done)
    serve(program, started->answers, channel, *page);
  return 0;
}

bool understands(const WorkerProgram& program, const std::vector<std::string>& arguments) {
  return arguments.size() == 2 && arguments[0] == fmt::format("--protocol={}", kProtocolVersion) &&
         arguments[1].starts_with(program.option) &&
         program.understands(std::string_view(arguments[1]).substr(program.option.size()));
}

void run_worker(int argc, char** argv, const WorkerProgram& program) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool is_zygote =
      program.can_be_zygote && !arguments.empty() && arguments.back() == kZygoteArgument;
  if (is_zygote) arguments.pop_back();
  const bool understood = understands(program, arguments);
  if (!understood)
    std::fprintf(stderr, "%s is started by Warp Lab's grader and window, not by hand.\n",
                 program.name);
  ::_exit(!understood ? kExitNotStartedByParent
          : is_zygote ? run_zygote(program)
                      : run_one_worker(program));
}

}  // namespace warplab::worker
