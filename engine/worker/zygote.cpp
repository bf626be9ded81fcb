#include "worker/zygote.hpp"

#include <unistd.h>

#include <utility>

#include "worker/protocol.hpp"

namespace warplab::worker {
namespace {

// Loading NVRTC takes 70 ms; a crowded machine may need a hundred times that.
constexpr std::chrono::seconds kZygoteStartTime{60};
constexpr std::chrono::seconds kCopyTime{10};

}  // namespace

bool Zygote::is_of(const std::string& program) const {
  return conversation_ && owner_ == ::getpid() && program_ == program &&
         environment_ == ChildProcess::environment();
}

std::optional<Failure> Zygote::start(const std::string& program,
                                     const std::vector<std::string>& arguments,
                                     StartPatience& patience, std::chrono::milliseconds silence) {
  conversation_.reset();
  std::vector<std::string> of_zygote = arguments;
  of_zygote.emplace_back(kZygoteArgument);
  Outcome<Conversation> started = Conversation::start(program, of_zygote);
  if (!started) return started.failure;
  const Outcome<Message> ready = started.value->greeting({"The start of the worker",
                                                          kZygoteStartTime,
                                                          0,
                                                          /*heeds_cancel=*/false,
                                                          {},
                                                          patience.of(silence)});
  if (!ready && ready.failure.kind == Failure::Kind::lost) patience.was_silent();
  if (!ready) return ready.failure;
  conversation_ = std::move(*started.value);
  program_ = program;
  environment_ = ChildProcess::environment();
  owner_ = ::getpid();
  return std::nullopt;
}

Result<ChildProcess> Zygote::copy(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  StartPatience& patience, std::chrono::milliseconds silence,
                                  const std::array<int, 3>& descriptors) {
  const std::lock_guard lock(mutex_);
  if (cannot_copy_) return Error{"Processes cannot be copied here."};
  if (!is_of(program))
    if (const std::optional<Failure> failure = start(program, arguments, patience, silence))
      return Error{failure->message};
  const Outcome<ForkAnswer> copied = conversation_->ask<ForkAnswer>(
      {"The copy of a worker", kCopyTime}, ForkRequest{arguments}, {descriptors});
  if (copied) return ChildProcess::adopt(copied.value->pid);
  cannot_copy_ = copied.failure.kind == Failure::Kind::rejected;
  conversation_.reset();
  return Error{copied.failure.message};
}

}  // namespace warplab::worker
