#include "worker/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "worker/channel.hpp"
#include "worker/child_process.hpp"
#include "worker/control_page.hpp"
#include "worker/protocol.hpp"
#include "worker/sanitized.hpp"

namespace warplab::worker {
namespace {

using Clock = Channel::Clock;
using std::chrono::milliseconds;
using Kind = Failure::Kind;

// Loading NVRTC and a first compile take 150 ms; a crowded machine may need a hundred times that.
constexpr milliseconds kStartTime{60'000};
// Questions that only look something up.
constexpr milliseconds kLookUpTime{10'000};
// How long a simulation may take to notice that it is no longer wanted.
constexpr milliseconds kCancelPatience{3'000};
// How often cancel and progress are looked at: often enough for a button and a bar.
constexpr milliseconds kGlance{15};
// Longer limits mean no limit; beyond some centuries a deadline would overflow the clock.
constexpr milliseconds kLongest{std::chrono::hours(24 * 365)};

// The simulator keeps, for each word of a buffer, who wrote it, whether it was written, and what
// races need; each of its threads has a stack and an arena of the allocator.
constexpr uint64_t kSimulatorBytesPerBufferByte = 8;
constexpr uint64_t kBytesPerThread = 192u << 20;

std::string worker_program() {
  if (const char* place = std::getenv("WARPLAB_WORKER"); place != nullptr && *place != '\0')
    return place;
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (self.parent_path() / "warplab-worker").string();
}

std::string text_of(milliseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return fmt::format("{:.3g} s", seconds);
}

std::string text_of_bytes(uint64_t bytes) {
  if (bytes >= (1u << 30))
    return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / (1u << 30));
  return fmt::format("{:.3g} MiB", static_cast<double>(bytes) / (1u << 20));
}

std::string text_of(const Ending& ending) {
  if (ending.by_signal)
    return fmt::format("signal {}, {}", ending.number, ::strsignal(ending.number));
  return fmt::format("exit status {}", ending.number);
}

// The page that is shared with the worker, mapped for as long as this lives.
class SharedPage {
 public:
  static Result<SharedPage> create() {
    Result<SharedMemory> memory = SharedMemory::create("the control page", sizeof(ControlPage));
    if (!memory) return Error{memory.error()};
    SharedPage page;
    page.memory_ = std::move(*memory);
    new (page.memory_.bytes().data()) ControlPage;
    return page;
  }
  ControlPage& operator*() const {
    return *std::launder(reinterpret_cast<ControlPage*>(memory_.bytes().data()));
  }
  ControlPage* operator->() const { return &**this; }
  int descriptor() const { return memory_.descriptor(); }

 private:
  SharedMemory memory_;
};

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

class LocalWorker final : public Worker {
 public:
  LocalWorker(ChildProcess child, Channel channel, SharedPage page, Descriptor errors,
              Limits limits)
      : child_(std::move(child)),
        channel_(std::move(channel)),
        page_(std::move(page)),
        errors_(std::move(errors)),
        limits_(limits) {}

  // The first message: the worker is locked, or says why it cannot be.
  std::optional<Failure> greet() {
    const Work work{"The start of the worker", kStartTime, limits_.compile_memory};
    Outcome<Message> answer = await(Clock::now() + work.limit, work, {}, nullptr);
    // Nothing of a student's has been seen yet, so whatever went wrong is not theirs.
    if (!answer) return Failure{Kind::cannot_start, answer.failure.message};
    if (const Result<Ready> ready = decode_ready(*answer.value); !ready)
      return Failure{Kind::cannot_start, ready.error()};
    return std::nullopt;
  }

  Outcome<compile::Compiled> compile(const compile::Source& source,
                                     const std::atomic<bool>* cancel) override {
    if (kMemoryCanBeLimited && child_.pid() >= 0) child_.limit_memory(limits_.compile_memory);
    return ask<compile::Compiled>({fmt::format("The compiler, at work on {},", source.file_name),
                                   limits_.compile_time, limits_.compile_memory},
                                  encode_compile_request(source), {}, {}, cancel,
                                  decode_compile_answer);
  }

  Outcome<sim::Report> simulate(const Job& job, const std::function<void(double)>& progress,
                                const std::atomic<bool>* cancel) override {
    SimulateRequest request;
    std::vector<int> descriptors;
    std::vector<Descriptor> read_only;
    uint64_t buffer_bytes = 0;
    if (std::optional<Failure> refused =
            fill_request(job, request, descriptors, read_only, buffer_bytes))
      return {std::nullopt, *refused};
    const uint64_t memory = limits_.compile_memory + kSimulatorBytesPerBufferByte * buffer_bytes +
                            kBytesPerThread * job.options.threads;
    if (kMemoryCanBeLimited) child_.limit_memory(memory);
    const size_t launches = job.launches.size(), buffers = job.buffers.size();
    Outcome<sim::Report> report = ask<sim::Report>(
        {"The simulation", job.time_limit, memory, /*heeds_cancel=*/true},
        encode_simulate_request(request), descriptors, progress, cancel,
        [&](const Message& message) { return decode_simulate_answer(message, launches, buffers); });
    if (report && report.value->cancelled && cancel != nullptr && cancel->load())
      return {std::nullopt, {Kind::cancelled, "The simulation was cancelled."}};
    return report;
  }

  Outcome<std::optional<std::vector<uint8_t>>> variable(const std::string& name) override {
    return ask<std::optional<std::vector<uint8_t>>>(
        {"The look-up of a variable", kLookUpTime, limits_.compile_memory},
        encode_variable_request(name), {}, {}, nullptr, decode_variable_answer);
  }

  Outcome<std::optional<Writer>> writer_of(int buffer, uint64_t index) override {
    if (buffer < 0 || static_cast<size_t>(buffer) >= kMaxBuffers)
      return {std::nullopt, {Kind::rejected, fmt::format("There is no buffer {}.", buffer)}};
    return ask<std::optional<Writer>>(
        {"The look-up of a writer", kLookUpTime, limits_.compile_memory},
        encode_writer_request({buffer, index}), {}, {}, nullptr, decode_writer_answer);
  }

 private:
  // One request, as far as waiting for it and failing at it go.
  struct Work {
    std::string what;  // "The simulation", the subject of a sentence
    milliseconds limit;
    uint64_t memory;
    bool heeds_cancel = false;  // ends by itself when it is no longer wanted
  };

  // False when the size does not fit into 64 bits.
  static bool size_of(const sim::Buffer& buffer, uint64_t& bytes) {
    bytes = sim::bytes_of(buffer.element);
    for (const uint64_t extent : buffer.shape)
      if (__builtin_mul_overflow(bytes, extent, &bytes)) return false;
    return true;
  }

  static std::optional<Failure> fill_request(const Job& job, SimulateRequest& request,
                                             std::vector<int>& descriptors,
                                             std::vector<Descriptor>& read_only, uint64_t& bytes) {
    const auto reject = [](std::string message) {
      return Failure{Kind::rejected, std::move(message)};
    };
    if (job.buffers.size() > kMaxBuffers)
      return reject(fmt::format("There are {} buffers; a run has at most {}.", job.buffers.size(),
                                kMaxBuffers));
    if (job.launches.size() > kMaxLaunches)
      return reject(fmt::format("There are {} launches; a run has at most {}.", job.launches.size(),
                                kMaxLaunches));
    const auto add = [&](int descriptor) {
      descriptors.push_back(descriptor);
      return static_cast<int>(descriptors.size()) - 1;
    };
    for (const JobBuffer& buffer : job.buffers) {
      WireBuffer wire;
      wire.description = buffer.description;
      wire.description.bytes = {};
      if (!size_of(buffer.description, wire.bytes))
        return reject(fmt::format("The shape of {} needs more bytes than there are addresses.",
                                  buffer.description.name));
      for (const SharedMemory* memory : {buffer.initial, buffer.result})
        if (memory != nullptr && memory->bytes().size() < wire.bytes)
          return reject(fmt::format("The memory of {} has {} bytes; its shape needs {}.",
                                    buffer.description.name, memory->bytes().size(), wire.bytes));
      if (buffer.result != nullptr) wire.result = add(buffer.result->descriptor());
      if (buffer.initial == buffer.result) {
        wire.initial = wire.result;
      } else if (buffer.initial != nullptr) {
        // What is not a result cannot be written to, not even by a worker that was taken over.
        read_only.push_back(opened_read_only(*buffer.initial));
        if (!read_only.back())
          return reject(fmt::format("The memory of {} cannot be shared: {}.",
                                    buffer.description.name, std::strerror(errno)));
        wire.initial = add(read_only.back().number());
      }
      bytes += wire.bytes;
      request.buffers.push_back(std::move(wire));
    }
    request.launches = job.launches;
    request.options = job.options;
    request.options.progress = {};
    request.options.cancel = nullptr;
    return std::nullopt;
  }

  template <class T, class Decode>
  Outcome<T> ask(const Work& work, const Message& request, std::span<const int> descriptors,
                 const std::function<void(double)>& progress, const std::atomic<bool>* cancel,
                 const Decode& decode) {
    if (finished_) return {std::nullopt, *finished_};
    page_->cancel = false;
    page_->progress = 0;
    const auto deadline = Clock::now() + std::clamp(work.limit, milliseconds{0}, kLongest);
    switch (channel_.send(request, descriptors, deadline)) {
      case Channel::Outcome::done: break;
      case Channel::Outcome::timed_out: return {std::nullopt, finish(out_of_time(work))};
      default: return {std::nullopt, finish(ended(work))};
    }
    Outcome<Message> answer = await(deadline, work, progress, cancel);
    if (!answer) return {std::nullopt, answer.failure};
    Result<T> decoded = decode(*answer.value);
    if (!decoded) return {std::nullopt, finish({Kind::crashed, decoded.error()})};
    return {std::move(*decoded), {}};
  }

  // The next message. A failure that it tells of leaves the worker usable when it was only refused.
  Outcome<Message> await(Clock::time_point deadline, const Work& work,
                         const std::function<void(double)>& progress,
                         const std::atomic<bool>* cancel) {
    Message message;
    std::optional<Clock::time_point> patient_until;  // set when the work was cancelled
    uint32_t told = 0;
    for (;;) {
      const bool glances = progress || cancel != nullptr;
      const Clock::time_point until =
          glances ? std::min(deadline, Clock::now() + kGlance) : deadline;
      switch (channel_.receive(message, until)) {
        case Channel::Outcome::done: return accept(std::move(message));
        case Channel::Outcome::closed: return {std::nullopt, finish(ended(work))};
        case Channel::Outcome::malformed:
          return {std::nullopt, finish({Kind::crashed, channel_.fault()})};
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
          patient_until = Clock::now() + (work.heeds_cancel ? kCancelPatience : milliseconds{0});
        if (Clock::now() >= *patient_until)
          return {std::nullopt,
                  finish({Kind::cancelled, fmt::format("{} was cancelled.", work.what)})};
      }
      if (Clock::now() >= deadline) return {std::nullopt, finish(out_of_time(work))};
    }
  }

  Outcome<Message> accept(Message message) {
    if (message.kind != MessageKind::failure) return {std::move(message), {}};
    const Result<Failure> failure = decode_failure(message);
    if (!failure) return {std::nullopt, finish({Kind::crashed, failure.error()})};
    if (failure->kind == Kind::rejected) return {std::nullopt, *failure};
    return {std::nullopt, finish(*failure)};
  }

  Failure out_of_time(const Work& work) const {
    return {Kind::time_limit,
            fmt::format("{} was stopped after {}.", work.what, text_of(work.limit))};
  }

  // The other side closed its socket: why?
  Failure ended(const Work& work) {
    constexpr int kGraceMs = 2000;  // a socket closes a moment before its process has ended
    child_.ended_within(kGraceMs);
    const Ending ending = child_.end();
    const Distress distress = page_->distress;
    if (distress == Distress::out_of_memory || tells_of_memory(errors_.number()))
      return {Kind::memory_limit, fmt::format("{} needed more than {} of memory.", work.what,
                                              text_of_bytes(work.memory))};
    if (distress == Distress::stack_overflow)
      return {Kind::crashed,
              fmt::format("{} ran out of stack: something in it is nested too deeply.", work.what)};
    return {Kind::crashed, fmt::format("{} crashed ({}).", work.what, text_of(ending))};
  }

  // Ends the process; every later call gives this failure again.
  Failure finish(Failure failure) {
    child_.end();
    finished_ = failure;
    return failure;
  }

  ChildProcess child_;
  Channel channel_;
  SharedPage page_;
  Descriptor errors_;
  Limits limits_;
  std::optional<Failure> finished_;
};

Outcome<std::unique_ptr<Worker>> cannot_start(std::string message) {
  return {std::nullopt, {Kind::cannot_start, std::move(message)}};
}

}  // namespace

Outcome<std::unique_ptr<Worker>> Worker::start(const Limits& limits) {
  const std::string program = worker_program();
  if (::access(program.c_str(), X_OK) != 0)
    return cannot_start(
        fmt::format("The worker program {} cannot be run: {}.", program, std::strerror(errno)));
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return cannot_start(fmt::format("No socket for the worker: {}.", std::strerror(errno)));
  Descriptor ours(ends[0]), theirs(ends[1]);
  Descriptor errors(::memfd_create("warplab-worker-errors", MFD_CLOEXEC));
  if (!errors)
    return cannot_start(fmt::format("No memory for the worker: {}.", std::strerror(errno)));
  Result<SharedPage> page = SharedPage::create();
  if (!page) return cannot_start(page.error());
  Result<ChildProcess> child =
      ChildProcess::start(program,
                          {fmt::format("--protocol={}", kProtocolVersion),
                           fmt::format("--memory={}", limits.compile_memory)},
                          theirs.number(), page->descriptor(), errors.number());
  if (!child) return cannot_start(child.error());
  theirs = Descriptor();  // when the worker ends, reading our end says so
  auto worker = std::make_unique<LocalWorker>(std::move(*child), Channel(std::move(ours), false),
                                              std::move(*page), std::move(errors), limits);
  if (std::optional<Failure> failure = worker->greet()) return {std::nullopt, *failure};
  return {std::move(worker), {}};
}

}  // namespace warplab::worker
