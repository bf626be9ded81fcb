#include "worker/conversation.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "data/shape.hpp"
#include "worker/awake_clock.hpp"
#include "worker/pulse.hpp"
#include "worker/system_words.hpp"

namespace warplab::worker {
namespace {

using Clock = Channel::Clock;
using data::LabSays;
using data::say;
using data::Saying;
using std::chrono::milliseconds;
using Kind = Failure::Kind;

// How long a simulation may take to notice that it is no longer wanted.
constexpr milliseconds kCancelPatience{3'000};
// How often cancel and progress are looked at: often enough for a button and a bar.
constexpr milliseconds kGlance{15};
// Longer limits mean no limit; beyond some centuries a deadline would overflow the clock.
constexpr milliseconds kLongest{std::chrono::hours(24 * 365)};

std::string text_of(milliseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return fmt::format("{:.3g} s", seconds);
}

std::string text_of_bytes(uint64_t bytes) {
  if (bytes >= (1u << 30))
    return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / (1u << 30));
  return fmt::format("{:.3g} MiB", static_cast<double>(bytes) / (1u << 20));
}

Saying saying_of(const Ending& ending) {
  if (ending.by_signal) return say(LabSays::by_signal, ending.number, ::strsignal(ending.number));
  return say(LabSays::with_exit_status, ending.number);
}

// The same memory by a descriptor through which it can only be read.
Descriptor opened_read_only(const SharedMemory& memory) {
  const std::string name = fmt::format("/proc/self/fd/{}", memory.descriptor());
  return Descriptor(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
}

// What the worker said on its standard error: libraries tell there why they give up.
bool tells_of_memory(int errors) {
  constexpr off_t kTail = 4096;
  const off_t end = ::lseek(errors, 0, SEEK_END);
  if (end <= 0) return false;
  std::string text(static_cast<size_t>(std::min(end, kTail)), '\0');
  const ssize_t got = ::pread(errors, text.data(), text.size(), std::max<off_t>(0, end - kTail));
  text.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  return text.find("out of memory") != std::string::npos ||
         text.find("bad_alloc") != std::string::npos;
}

Failure out_of_time(const Allowance& allowed) {
  return {Kind::time_limit, say(LabSays::stopped_after, allowed.what, text_of(allowed.limit))};
}

Failure computed_too_long(const Allowance& allowed) {
  return {Kind::computing_limit,
          say(LabSays::stopped_after_computing, allowed.what, text_of(allowed.computing))};
}

Failure silent_too_long(const Allowance& allowed) {
  return {Kind::lost, say(LabSays::given_up_silent, allowed.what, text_of(allowed.silence))};
}

// A machine that does not grant so much to a process of ours has not granted it to the worker
// either: then it was not the limit that ended that one.
bool system_grants(uint64_t bytes) {
  void* const probe =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return false;
  ::munmap(probe, bytes);
  return true;
}

// A worker has our hard limit, and raises its own to what it may have.
uint64_t stack_that_system_grants() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 ? limit.rlim_max : RLIM_INFINITY;
}

// Whoever has used up what a process may have is ended by SIGXCPU, or by SIGKILL.
bool is_processor_time_limited() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// Where this program lies, and the worker beside it, only /proc says.
bool is_own_place_known() { return ::access("/proc/self/exe", F_OK) == 0; }

// Signals by which a program ends for what it does itself. Any other one came from outside: the
// system was short of memory (SIGKILL), or somebody ended the process.
bool is_own_fault(int signal) {
  constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP};
  return std::find(std::begin(kFaults), std::end(kFaults), signal) != std::end(kFaults);
}

}  // namespace

Result<SharedPage> SharedPage::create() {
  Result<SharedMemory> memory = SharedMemory::create("the control page", sizeof(ControlPage));
  if (!memory) return Error{memory.error()};
  SharedPage page;
  page.memory_ = std::move(*memory);
  new (page.memory_.bytes().data()) ControlPage;
  return page;
}

std::string worker_program(const char* name, const char* variable) {
  if (const char* place = std::getenv(variable); place != nullptr && *place != '\0') return place;
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  // Without /proc the answer names the place where nothing was found.
  return ((error ? std::filesystem::path("/proc/self/exe") : self).parent_path() / name).string();
}

std::optional<Failure> pack(std::span<const JobBuffer> buffers, size_t launches, Parcel& parcel) {
  const auto reject = [](Saying says) { return Failure{Kind::rejected, std::move(says)}; };
  if (buffers.size() > kMaxBuffers)
    return reject(say(LabSays::too_many_buffers, buffers.size(), kMaxBuffers));
  if (launches > kMaxLaunches)
    return reject(say(LabSays::too_many_launches, launches, kMaxLaunches));
  const auto add = [&](int descriptor) {
    parcel.descriptors.push_back(descriptor);
    return static_cast<int>(parcel.descriptors.size()) - 1;
  };
  for (const JobBuffer& buffer : buffers) {
    WireBuffer wire;
    wire.description = buffer.description;
    wire.description.bytes = {};
    const auto bytes = data::bytes_of(buffer.description.element, buffer.description.shape);
    if (!bytes) return reject(say(LabSays::shape_too_large, buffer.description.name));
    wire.bytes = *bytes;
    for (const SharedMemory* memory : {buffer.initial, buffer.result})
      if (memory != nullptr && memory->bytes().size() < wire.bytes)
        return reject(say(LabSays::memory_too_small, buffer.description.name,
                          memory->bytes().size(), wire.bytes));
    if (buffer.result != nullptr) wire.result = add(buffer.result->descriptor());
    if (buffer.initial == buffer.result) {
      wire.initial = wire.result;
    } else if (buffer.initial != nullptr) {
      // What is not a result cannot be written to, not even by a worker that was taken over.
      parcel.read_only.push_back(opened_read_only(*buffer.initial));
      if (!parcel.read_only.back())
        return Failure{Kind::lost, say(LabSays::memory_not_shared, buffer.description.name,
                                       std::strerror(errno))};
      wire.initial = add(parcel.read_only.back().number());
    }
    parcel.bytes += wire.bytes;
    parcel.buffers.push_back(std::move(wire));
  }
  return std::nullopt;
}

Outcome<Conversation> Conversation::start(const std::string& program,
                                          const std::vector<std::string>& arguments) {
  return start(program, [&](int socket, int control, int errors) {
    return ChildProcess::start(program, arguments, socket, control, errors);
  });
}

Outcome<Conversation> Conversation::start(const std::string& program,
                                          const StartChild& start_child) {
  if (::access(program.c_str(), X_OK) != 0)
    return {std::nullopt,
            {Kind::cannot_start, say(is_own_place_known() ? LabSays::program_cannot_be_run
                                                          : LabSays::program_place_unknown,
                                     program, std::strerror(errno))}};
  // What the system lacks at this moment it may have at the next.
  const auto failed = [](Saying says) {
    return Outcome<Conversation>{std::nullopt, {Kind::lost, std::move(says)}};
  };
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return failed(say(LabSays::no_socket, system_words(errno)));
  Descriptor ours(ends[0]), theirs(ends[1]);
  Conversation conversation;
  conversation.errors_ = Descriptor(::memfd_create("warplab-worker-errors", MFD_CLOEXEC));
  if (!conversation.errors_) return failed(say(LabSays::no_place_for_errors, system_words(errno)));
  Result<SharedPage> page = SharedPage::create();
  if (!page) return failed(data::as_it_is(page.error()));
  conversation.page_ = std::move(*page);
  Result<ChildProcess> child =
      start_child(theirs.number(), conversation.page_.descriptor(), conversation.errors_.number());
  if (!child) return failed(data::as_it_is(child.error()));
  theirs = Descriptor();  // when the worker ends, reading our end says so
  conversation.child_ = std::move(*child);
  conversation.channel_.emplace(std::move(ours), false);
  return {std::move(conversation), {}};
}

Outcome<Message> Conversation::greeting(const Allowance& allowed, const std::atomic<bool>* cancel) {
  Outcome<Message> answer = await(AwakeClock::now() + allowed.limit, allowed, {}, cancel);
  if (answer) return answer;
  if (answer.failure.kind != Kind::cancelled && answer.failure.kind != Kind::lost)
    answer.failure.kind = Kind::cannot_start;
  finished_ = answer.failure;
  return answer;
}

Outcome<Message> Conversation::exchange(const Allowance& allowed, const Message& request,
                                        const Attached& attached) {
  if (finished_) return {std::nullopt, *finished_};
  computed_before_ = child_.computed().value_or(std::chrono::nanoseconds{0});
  page_->cancel = false;
  page_->progress = 0;
  const milliseconds limit = std::clamp(allowed.limit, milliseconds{0}, kLongest);
  const auto deadline = AwakeClock::now() + limit;
  Pulse pulse(allowed.silence, Clock::now());
  std::optional<Failure> given_up;
  const auto goes_on = [&] {
    if (attached.cancel != nullptr && attached.cancel->load())
      given_up = Failure{Kind::cancelled, say(LabSays::cancelled, allowed.what)};
    else if (pulse.has_stopped(Clock::now(), child_.computed()))
      given_up = silent_too_long(allowed);
    return !given_up;
  };
  switch (channel_->send(request, attached.descriptors, Clock::now() + limit, goes_on)) {
    case Channel::Outcome::done: break;
    case Channel::Outcome::timed_out:
      return {std::nullopt, finish(given_up.value_or(out_of_time(allowed)))};
    default: return {std::nullopt, finish(ended(allowed))};
  }
  return await(deadline, allowed, attached.progress, attached.cancel);
}

// The next message. A failure that it tells of leaves the worker usable when it was only refused.
Outcome<Message> Conversation::await(Clock::time_point deadline, const Allowance& allowed,
                                     const std::function<void(double)>& progress,
                                     const std::atomic<bool>* cancel) {
  Message message;
  std::optional<Clock::time_point> patient_until;  // set when the work was cancelled
  uint32_t told = 0;
  Pulse pulse(allowed.silence, Clock::now());
  const bool glances = progress || cancel != nullptr || allowed.computing.count() > 0;
  const milliseconds most_wait = glances ? kGlance : Pulse::kBetweenLooks;
  const AwakeClock::Waiting waiting;
  for (;;) {
    const Clock::duration left = deadline - AwakeClock::now();
    const auto until = Clock::now() + std::min<Clock::duration>(left, most_wait);
    switch (channel_->receive(message, until)) {
      case Channel::Outcome::done: return accept(std::move(message));
      case Channel::Outcome::closed: return {std::nullopt, finish(ended(allowed))};
      case Channel::Outcome::malformed:
        return {std::nullopt, finish({Kind::crashed, data::as_it_is(channel_->fault())})};
      case Channel::Outcome::timed_out: break;
    }
    if (progress) {
      const uint32_t now = std::min(page_->progress.load(), kProgressOne);
      if (now > told) {
        told = now;
        progress(static_cast<double>(now) / kProgressOne);
      }
    }
    if (cancel != nullptr && cancel->load()) {
      page_->cancel = true;
      if (!patient_until)
        patient_until = Clock::now() + (allowed.heeds_cancel ? kCancelPatience : milliseconds{0});
      if (Clock::now() >= *patient_until)
        return {std::nullopt, finish({Kind::cancelled, say(LabSays::cancelled, allowed.what)})};
    }
    if (allowed.computing.count() > 0 &&
        child_.computed().value_or(computed_before_) - computed_before_ >= allowed.computing)
      return {std::nullopt, finish(computed_too_long(allowed))};
    if (const Clock::time_point now = Clock::now();
        pulse.is_time_to_look(now) && pulse.has_stopped(now, child_.computed()))
      return {std::nullopt, finish(silent_too_long(allowed))};
    if (AwakeClock::now() >= deadline) return {std::nullopt, finish(out_of_time(allowed))};
  }
}

Outcome<Message> Conversation::accept(Message message) {
  if (message.kind != MessageKind::failure) return {std::move(message), {}};
  const Result<Failure> failure = decode<Failure>(message);
  if (!failure) return {std::nullopt, finish({Kind::crashed, data::as_it_is(failure.error())})};
  if (failure->kind == Kind::rejected) return {std::nullopt, *failure};
  return {std::nullopt, finish(*failure)};
}

// The other side closed its socket: why?
Failure Conversation::ended(const Allowance& allowed) {
  constexpr int kGraceMs = 2000;  // a socket closes a moment before its process has ended
  child_.ended_within(kGraceMs);
  const Ending ending = child_.end();
  const Distress distress = page_->distress;
  const Saying& what = allowed.what;
  if (ending.by_signal && !is_own_fault(ending.number))
    return {Kind::lost, say(is_processor_time_limited() ? LabSays::ended_perhaps_by_limit
                                                        : LabSays::ended_from_outside,
                            what, saying_of(ending))};
  if (distress == Distress::out_of_memory || tells_of_memory(errors_.number())) {
    if (allowed.memory == 0) return {Kind::lost, say(LabSays::no_memory_granted, what)};
    const std::string bytes = text_of_bytes(allowed.memory);
    if (!system_grants(allowed.memory))
      return {Kind::lost, say(LabSays::memory_not_granted, what, bytes)};
    return {Kind::memory_limit, say(LabSays::needed_more_memory, what, bytes)};
  }
  if (const uint64_t granted = stack_that_system_grants();
      distress == Distress::stack_overflow && granted < kStackBytes)
    return {Kind::lost, say(LabSays::stack_not_granted, what, text_of_bytes(kStackBytes),
                            text_of_bytes(granted))};
  if (distress == Distress::stack_overflow)
    return {Kind::stack_limit, say(LabSays::ran_out_of_stack, what)};
  return {Kind::crashed, say(LabSays::crashed, what, saying_of(ending))};
}

Failure Conversation::finish(Failure failure) {
  child_.end();
  finished_ = failure;
  return failure;
}

bool Conversation::is_gone() {
  child_.end();
  return !child_.is_stuck();
}

}  // namespace warplab::worker
