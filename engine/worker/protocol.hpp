#pragma once
// The messages between parent and worker. Each is a structure, its body, and has one list of fields
// that makes both directions (wire/reader.hpp says how; the lists are in requests.cpp and
// answers.cpp, those of the GPU worker's messages in gpu_messages.cpp).
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "compile/compile.hpp"
#include "sim/log_accesses.hpp"
#include "sim/record.hpp"
#include "sim/simulate.hpp"
#include "sim/steps.hpp"
#include "worker/message.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

// What a worker says when it is locked.
struct Ready {
  std::string compiler;      // path of the NVRTC that it loaded
  int landlock_version = 0;  // of the kernel's ABI, 0: the kernel has none
};

// A buffer's memory is named by the place of its descriptor among those that came with the message.
struct WireBuffer {
  sim::Buffer description;  // `bytes` is not used
  uint64_t bytes = 0;
  int initial = -1, result = -1;
};
struct SimulateRequest {
  std::vector<WireBuffer> buffers;
  std::vector<sim::Launch> launches;
  sim::Options options;
};
// The same job, recorded for a model of GPUs.
struct RecordRequest {
  SimulateRequest run;
};
// The same job up to one of its launches, of which some blocks are logged.
struct LogRequest {
  SimulateRequest run;
  sim::LogOptions log;
};
// The same job up to one of its launches, of which one block is to be walked through. The walk
// stays in the worker until it is given something else to run or to compile.
struct WalkRequest {
  SimulateRequest run;
  sim::StepOptions steps;
};
// The state at a position of it, or at the place that a search finds.
struct StepRequest {
  uint32_t position = 0;
  uint32_t warp = 0, lane = 0;
  std::optional<data::StepSearch> search;  // instead of the position
};
struct StepAnswer {
  std::optional<data::StepState> state;  // none: the search found nothing
};
// The kernel passes 253 descriptors with a message, and a buffer has up to two.
inline constexpr size_t kMaxBuffers = 64;
inline constexpr size_t kMaxHeaders = 64;  // as exercise::kMostHeaders
inline constexpr size_t kMaxLaunches = 100'000;
// Of a log: more than a picture shows, and 55 MiB of a message.
inline constexpr size_t kMaxLoggedBlocks = 64;
inline constexpr uint32_t kMaxLoggedAccesses = 200'000;

// Of a walk: as many breakpoints as a person sets, and positions as the simulator keeps at most.
inline constexpr size_t kMaxBreakpoints = 256;
inline constexpr uint32_t kMaxPositions = 16'000'000;

struct VariableRequest {
  std::string name;
};
struct VariableAnswer {
  std::optional<std::vector<uint8_t>> bytes;  // none: there is no such variable
};
inline constexpr uint64_t kMaxVariableBytes = 1u << 20;

struct WriterRequest {
  int buffer = 0;
  uint64_t index = 0;
};
struct WriterAnswer {
  std::optional<Worker::Writer> writer;
};

struct WrittenRequest {
  int buffer = 0;
};
struct WrittenAnswer {
  std::optional<std::vector<uint8_t>> bits;  // see Worker::written(); none: it is not known
};
inline constexpr uint64_t kMaxWrittenBytes = kMaxBlobBytes / 2;

// To a zygote (zygote.hpp): be a worker that was started with these arguments. With it come the
// copy's socket, control page and place for error messages.
struct ForkRequest {
  std::vector<std::string> arguments;
};
struct ForkAnswer {
  int pid = 0;
};
// The program's last argument where it is to be a zygote.
inline constexpr const char* kZygoteArgument = "--zygote";
inline constexpr size_t kForkDescriptors = 3;
inline constexpr size_t kMaxWorkerArguments = 8, kMaxWorkerArgumentBytes = 256;

// Which message has this body.
template <class Body>
inline constexpr MessageKind kind_of = Body::there_is_no_message_with_this_body;
template <>
inline constexpr MessageKind kind_of<Failure> = MessageKind::failure;
template <>
inline constexpr MessageKind kind_of<Ready> = MessageKind::ready;
template <>
inline constexpr MessageKind kind_of<compile::Source> = MessageKind::compile_request;
template <>
inline constexpr MessageKind kind_of<compile::Compiled> = MessageKind::compile_answer;
template <>
inline constexpr MessageKind kind_of<SimulateRequest> = MessageKind::simulate_request;
// Without `writers` and `written`, which stay in the worker.
template <>
inline constexpr MessageKind kind_of<sim::Report> = MessageKind::simulate_answer;
template <>
inline constexpr MessageKind kind_of<VariableRequest> = MessageKind::variable_request;
template <>
inline constexpr MessageKind kind_of<VariableAnswer> = MessageKind::variable_answer;
template <>
inline constexpr MessageKind kind_of<WriterRequest> = MessageKind::writer_request;
template <>
inline constexpr MessageKind kind_of<WriterAnswer> = MessageKind::writer_answer;
template <>
inline constexpr MessageKind kind_of<WrittenRequest> = MessageKind::written_request;
template <>
inline constexpr MessageKind kind_of<WrittenAnswer> = MessageKind::written_answer;
template <>
inline constexpr MessageKind kind_of<RecordRequest> = MessageKind::record_request;
template <>
inline constexpr MessageKind kind_of<sim::Recording> = MessageKind::record_answer;
template <>
inline constexpr MessageKind kind_of<LogRequest> = MessageKind::log_request;
template <>
inline constexpr MessageKind kind_of<data::AccessLog> = MessageKind::log_answer;
template <>
inline constexpr MessageKind kind_of<WalkRequest> = MessageKind::walk_request;
template <>
inline constexpr MessageKind kind_of<data::StepWalk> = MessageKind::walk_answer;
template <>
inline constexpr MessageKind kind_of<StepRequest> = MessageKind::step_request;
template <>
inline constexpr MessageKind kind_of<StepAnswer> = MessageKind::step_answer;
template <>
inline constexpr MessageKind kind_of<ForkRequest> = MessageKind::fork_request;
template <>
inline constexpr MessageKind kind_of<ForkAnswer> = MessageKind::fork_answer;

// What an answer must fit: the numbers of launches and buffers of its request.
struct Expected {
  size_t launches = 0, buffers = 0;
  size_t saying_depth = 0;  // how many sayings are read in each other
};

// Texts for a person, and lists of them, are shortened to what decode() takes.
template <class Body>
Message encode(const Body& body);

// Checks all that it reads: lengths, ranges, and that what came is what was asked for. The Error is
// a sentence that names the field. Texts are valid UTF-8 afterwards.
template <class Body>
Result<Body> decode(const Message& message, const Expected& expected = {});

}  // namespace warplab::worker
