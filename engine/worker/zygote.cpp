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

bool Zygote::start(const std::string& program, const std::vector<std::string>& arguments,
                   StartPatience& patience, std::chrono::milliseconds silence) {
  conversation_.reset();
  std::vector<std::string> of_zygote = arguments;
  of_zygote.emplace_back(kZygoteArgument);
  Outcome<Conversation> started = Conversation::start(program, of_zygote);
  if (!started) return false;
  const Outcome<Message> ready = started.value->greeting({data::say(data::LabSays::the_start),
                                                          kZygoteStartTime,
                                                          0,
                                                          /*heeds_cancel=*/false,
                                                          {},
                                                          patience.of(silence)});
  if (!ready && ready.failure.kind == Failure::Kind::lost) patience.was_silent();
  if (!ready) return false;
  conversation_ = std::move(*started.value);
  program_ = program;
  environment_ = ChildProcess::environment();
  owner_ = ::getpid();
  return true;
}

std::optional<ChildProcess> Zygote::copy(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         StartPatience& patience, std::chrono::milliseconds silence,
                                         const std::array<int, 3>& descriptors) {
  const std::lock_guard lock(mutex_);
  if (cannot_copy_) return std::nullopt;
  if (!is_of(program) && !start(program, arguments, patience, silence)) return std::nullopt;
  const Outcome<ForkAnswer> copied = conversation_->ask<ForkAnswer>(
      {data::say(data::LabSays::the_copy), kCopyTime}, ForkRequest{arguments}, {descriptors});
  if (copied) return ChildProcess::adopt(copied.value->pid);
  cannot_copy_ = copied.failure.kind == Failure::Kind::rejected;
  conversation_.reset();
  return std::nullopt;
}

}  // namespace warplab::worker
