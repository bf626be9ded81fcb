#include "worker/worker.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "worker/conversation.hpp"
#include "worker/protocol.hpp"
#include "worker/pulse.hpp"
#include "worker/sanitized.hpp"
#include "worker/walk_worker.hpp"
#include "worker/zygote.hpp"

namespace warplab::worker {
namespace {

using data::LabSays;
using data::say;
using std::chrono::milliseconds;
using Kind = Failure::Kind;

// Loading NVRTC and a first compile take 150 ms; a crowded machine may need a hundred times that.
constexpr milliseconds kStartTime{60'000};
// Questions that only look something up.
constexpr milliseconds kLookUpTime{10'000};

// The simulator keeps a buffer's first content, and for each unit of it (an element, at most 4
// bytes) who wrote it, who read it, and what exact tracking knows of it: 4 to 32 bytes each. Each
// of its threads has a stack and an arena of the allocator, and 3 bits for each unit.
constexpr uint64_t kSimulatorBytesPerByte = 2;
constexpr uint64_t kSimulatorBytesPerUnit = 64;
constexpr uint64_t kBytesPerThread = 192u << 20;
// In the log, which may grow to twice its size, and in the message; and the counts of the lanes.
constexpr uint64_t kBytesPerLoggedAccess = 2048;
// Of a walk: its instructions and accesses in vectors that may have grown to twice their size, an
// instruction having two accesses at most; and beside the copies of the machine one state, as the
// simulator has it and in a message.
constexpr uint64_t kBytesPerPosition = 2 * (12 + 2 * 24);
constexpr uint64_t kBytesPerState = 256u << 20;
// A step executes some ten thousand instructions again, and a search all of them at most.
constexpr milliseconds kStepTime{30'000};

// What the simulator may take for this job, beside what any job takes.
uint64_t simulator_bytes(const Job& job, const std::vector<WireBuffer>& buffers) {
  uint64_t bytes = 0, units = 0;
  for (const WireBuffer& buffer : buffers) {
    bytes += buffer.bytes;
    units += buffer.bytes / std::min(4u, sim::bytes_of(buffer.description.element));
  }
  return kSimulatorBytesPerByte * bytes + kSimulatorBytesPerUnit * units +
         (kBytesPerThread + units / 2) * job.options.threads;
}

class LocalWorker final : public WalkWorker {
 public:
  LocalWorker(Conversation conversation, Limits limits)
      : conversation_(std::move(conversation)), limits_(limits) {}

  // The first message: the worker is locked, or says why it cannot be.
  std::optional<Failure> greet(StartPatience& patience) {
    const Outcome<Message> answer = conversation_.greeting({say(LabSays::the_start),
                                                            kStartTime,
                                                            limits_.compile_memory,
                                                            /*heeds_cancel=*/false,
                                                            {},
                                                            patience.of(limits_.start_silence)});
    if (!answer && answer.failure.kind == Kind::lost) patience.was_silent();
    if (!answer) return answer.failure;
    patience.greeted();
    if (const Result<Ready> ready = decode<Ready>(*answer.value); !ready)
      return Failure{Kind::cannot_start, data::as_it_is(ready.error())};
    return std::nullopt;
  }

  Outcome<compile::Compiled> compile(const compile::Source& source,
                                     const std::atomic<bool>* cancel) override {
    if (std::optional<Failure> refused = limit_memory(limits_.compile_memory))
      return {std::nullopt, *refused};
    // Marks are tried in up to three ways, and each is a compilation.
    const milliseconds time = (source.mark_undefined ? 3 : 1) * limits_.compile_time;
    return conversation_.ask<compile::Compiled>(
        {say(LabSays::the_compiler, source.file_name), limits_.compile_patience,
         limits_.compile_memory, /*heeds_cancel=*/false, time, limits_.silence},
        source, {{}, {}, cancel});
  }

  Outcome<sim::Report> simulate(const Job& job, const std::function<void(double)>& progress,
                                const std::atomic<bool>* cancel) override {
    Parcel parcel;
    uint64_t memory = 0;
    Outcome<SimulateRequest> request = request_for(job, parcel, memory);
    if (!request) return {std::nullopt, request.failure};
    Outcome<sim::Report> report =
        conversation_.ask<sim::Report>({say(LabSays::the_simulation),
                                        job.time_limit,
                                        memory,
                                        /*heeds_cancel=*/true,
                                        {},
                                        limits_.silence},
                                       *request.value, {parcel.descriptors, progress, cancel},
                                       {job.launches.size(), job.buffers.size()});
    if (report && report.value->cancelled && cancel != nullptr && cancel->load())
      return {std::nullopt, {Kind::cancelled, say(LabSays::cancelled, LabSays::the_simulation)}};
    return report;
  }

  Outcome<sim::Recording> record(const Job& job, const std::atomic<bool>* cancel) override {
    Parcel parcel;
    uint64_t memory = 0;
    Outcome<SimulateRequest> request = request_for(job, parcel, memory);
    if (!request) return {std::nullopt, request.failure};
    Outcome<sim::Recording> recording = conversation_.ask<sim::Recording>(
        {say(LabSays::the_recording),
         job.time_limit,
         memory,
         /*heeds_cancel=*/true,
         {},
         limits_.silence},
        RecordRequest{std::move(*request.value)}, {parcel.descriptors, {}, cancel},
        {job.launches.size(), job.buffers.size()});
    if (recording && cancel != nullptr && cancel->load())
      return {std::nullopt, {Kind::cancelled, say(LabSays::cancelled, LabSays::the_recording)}};
    return recording;
  }

  Outcome<data::AccessLog> log_accesses(const Job& job, const sim::LogOptions& log,
                                        const std::atomic<bool>* cancel) override {
    Parcel parcel;
    uint64_t memory = 0;
    Outcome<SimulateRequest> request = request_for(job, parcel, memory);
    if (!request) return {std::nullopt, request.failure};
    memory += kBytesPerLoggedAccess * log.most_accesses;
    if (std::optional<Failure> refused = limit_memory(memory)) return {std::nullopt, *refused};
    Outcome<data::AccessLog> answer = conversation_.ask<data::AccessLog>(
        {say(LabSays::the_look_at_accesses),
         job.time_limit,
         memory,
         /*heeds_cancel=*/true,
         {},
         limits_.silence},
        LogRequest{std::move(*request.value), log}, {parcel.descriptors, {}, cancel},
        {job.launches.size(), job.buffers.size()});
    if (answer && cancel != nullptr && cancel->load())
      return {std::nullopt,
              {Kind::cancelled, say(LabSays::cancelled, LabSays::the_look_at_accesses)}};
    return answer;
  }

  Outcome<data::StepWalk> open_walk(const Job& job, const sim::StepOptions& steps,
                                    const std::atomic<bool>* cancel) override {
    walk_.reset();
    Parcel parcel;
    uint64_t memory = 0;
    Outcome<SimulateRequest> request = request_for(job, parcel, memory);
    if (!request) return {std::nullopt, request.failure};
    memory +=
        kBytesPerPosition * steps.most_positions + steps.most_checkpoint_bytes + kBytesPerState;
    if (std::optional<Failure> refused = limit_memory(memory)) return {std::nullopt, *refused};
    Outcome<data::StepWalk> answer = conversation_.ask<data::StepWalk>(
        {say(LabSays::the_run_of_block),
         job.time_limit,
         memory,
         /*heeds_cancel=*/true,
         {},
         limits_.silence},
        WalkRequest{std::move(*request.value), steps}, {parcel.descriptors, {}, cancel},
        {job.launches.size(), job.buffers.size()});
    if (answer && cancel != nullptr && cancel->load())
      return {std::nullopt, {Kind::cancelled, say(LabSays::cancelled, LabSays::the_run_of_block)}};
    if (answer) {
      walk_ = *answer.value;
      walk_memory_ = memory;
    }
    return answer;
  }

  Outcome<data::StepState> state_at(uint32_t position, uint32_t warp, uint32_t lane) override {
    Outcome<std::optional<data::StepState>> state = step({position, warp, lane, {}});
    if (!state) return {std::nullopt, std::move(state.failure)};
    if (!*state.value) return {std::nullopt, {Kind::crashed, say(LabSays::step_gave_nothing)}};
    return {std::move(**state.value), {}};
  }

  Outcome<std::optional<data::StepState>> find_state(const data::StepSearch& search, uint32_t warp,
                                                     uint32_t lane) override {
    return step({0, warp, lane, search});
  }

  Outcome<std::optional<std::vector<uint8_t>>> variable(const std::string& name) override {
    Outcome<VariableAnswer> answer = conversation_.ask<VariableAnswer>(
        {say(LabSays::the_look_up_of_variable), kLookUpTime, limits_.simulation_memory},
        VariableRequest{name});
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    return {std::move(answer.value->bytes), {}};
  }

  Outcome<std::optional<Writer>> writer_of(int buffer, uint64_t index) override {
    if (buffer < 0 || static_cast<size_t>(buffer) >= kMaxBuffers)
      return {std::nullopt, {Kind::rejected, say(LabSays::no_such_buffer, buffer)}};
    Outcome<WriterAnswer> answer = conversation_.ask<WriterAnswer>(
        {say(LabSays::the_look_up_of_writer), kLookUpTime, limits_.simulation_memory},
        WriterRequest{buffer, index});
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    return {answer.value->writer, {}};
  }

  Outcome<std::vector<uint8_t>> written(int buffer, uint64_t elements) override {
    if (buffer < 0 || static_cast<size_t>(buffer) >= kMaxBuffers)
      return {std::nullopt, {Kind::rejected, say(LabSays::no_such_buffer, buffer)}};
    Outcome<WrittenAnswer> answer = conversation_.ask<WrittenAnswer>(
        {say(LabSays::the_look_up_of_written), kLookUpTime, limits_.simulation_memory},
        WrittenRequest{buffer});
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    std::vector<uint8_t> bits = std::move(answer.value->bits).value_or(std::vector<uint8_t>());
    if (!bits.empty() && bits.size() != (elements + 7) / 8)
      return {std::nullopt, {Kind::crashed, say(LabSays::written_of_other_buffer)}};
    return {std::move(bits), {}};
  }

 private:
  Outcome<std::optional<data::StepState>> step(StepRequest request) {
    if (!walk_) return {std::nullopt, {Kind::rejected, say(data::Says::no_walk)}};
    Outcome<StepAnswer> answer =
        conversation_.ask<StepAnswer>({say(LabSays::the_step), kStepTime, walk_memory_}, request);
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    std::optional<data::StepState>& state = answer.value->state;
    if (state && !data::belongs_to(*state, *walk_))
      return {std::nullopt, {Kind::crashed, say(LabSays::step_of_other_walk)}};
    return {std::move(state), {}};
  }

  // What is sent for a job; `memory` is what the worker may take for it.
  Outcome<SimulateRequest> request_for(const Job& job, Parcel& parcel, uint64_t& memory) const {
    if (std::optional<Failure> refused = pack(job.buffers, job.launches.size(), parcel))
      return {std::nullopt, *refused};
    SimulateRequest request{std::move(parcel.buffers), job.launches, job.options};
    request.options.progress = {};
    request.options.cancel = nullptr;
    memory = limits_.simulation_memory + simulator_bytes(job, request.buffers);
    if (std::optional<Failure> refused = limit_memory(memory)) return {std::nullopt, *refused};
    return {std::move(request), {}};
  }

  std::optional<Failure> limit_memory(uint64_t bytes) const {
    if (!kMemoryCanBeLimited) return std::nullopt;
    if (const Result<bool> limited = conversation_.child().limit_memory(bytes); !limited)
      return Failure{Kind::cannot_start, data::as_it_is(limited.error())};
    return std::nullopt;
  }

  Conversation conversation_;
  Limits limits_;
  std::optional<data::StepWalk> walk_;  // the last one that was opened
  uint64_t walk_memory_ = 0;
};

Outcome<std::unique_ptr<LocalWorker>> start_local(const Limits& limits) {
  // One for this process: it is what all workers have in common.
  static Zygote zygote;
  static StartPatience patience;
  const std::string program = worker_program("warplab-worker", "WARPLAB_WORKER");
  const std::vector<std::string> arguments = {fmt::format("--protocol={}", kProtocolVersion),
                                              fmt::format("--memory={}", limits.compile_memory)};
  Outcome<Conversation> conversation =
      Conversation::start(program, [&](int socket, int control, int errors) {
        Result<ChildProcess> child = Error{""};
        if (kCanBeCopied)
          if (std::optional<ChildProcess> copy = zygote.copy(
                  program, arguments, patience, limits.start_silence, {socket, control, errors}))
            child = std::move(*copy);
        if (!child) child = ChildProcess::start(program, arguments, socket, control, errors);
        // Of this worker alone: the zygote copies itself for others, too.
        if (child && limits.niceness > 0)
          (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(child->pid()), limits.niceness);
        return child;
      });
  if (!conversation) return {std::nullopt, conversation.failure};
  auto worker = std::make_unique<LocalWorker>(std::move(*conversation.value), limits);
  if (std::optional<Failure> failure = worker->greet(patience)) return {std::nullopt, *failure};
  return {std::move(worker), {}};
}

}  // namespace

Outcome<std::unique_ptr<Worker>> Worker::start(const Limits& limits) {
  Outcome<std::unique_ptr<LocalWorker>> worker = start_local(limits);
  if (!worker) return {std::nullopt, std::move(worker.failure)};
  return {std::move(*worker.value), {}};
}

Outcome<std::unique_ptr<WalkWorker>> WalkWorker::start(const Limits& limits) {
  Outcome<std::unique_ptr<LocalWorker>> worker = start_local(limits);
  if (!worker) return {std::nullopt, std::move(worker.failure)};
  return {std::move(*worker.value), {}};
}

}  // namespace warplab::worker
