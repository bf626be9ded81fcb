#include "worker/gpu_worker.hpp"

#include <fmt/format.h>

#include <utility>

#include "worker/conversation.hpp"
#include "worker/gpu_protocol.hpp"

namespace warplab::worker {
namespace {

using data::LabSays;
using data::say;
using std::chrono::milliseconds;
using Kind = Failure::Kind;

// Half a second on an idle machine; the first use of a driver after a start of the machine may take
// half a minute.
constexpr milliseconds kGpuStartTime{60'000};
// What the worker needs beside the launches: copies of gigabytes, and its own deadlines, which come
// first. After it the process is killed.
constexpr milliseconds kPatience{10'000};
constexpr milliseconds kLoadTime{30'000};

class LocalGpuWorker final : public GpuWorker {
 public:
  explicit LocalGpuWorker(Conversation conversation) : conversation_(std::move(conversation)) {}

  void heed(const std::atomic<bool>* cancel) override { cancel_ = cancel; }

  Outcome<GpuReady> ready() override {
    if (ready_) return {*ready_, {}};
    if (refused_) return {std::nullopt, *refused_};
    const Outcome<Message> greeting =
        conversation_.greeting({say(LabSays::the_gpu_start), kGpuStartTime}, cancel_);
    if (!greeting) return refuse(greeting.failure);
    Result<GpuReady> decoded = decode<GpuReady>(*greeting.value);
    if (!decoded)
      return refuse(conversation_.finish({Kind::cannot_start, data::as_it_is(decoded.error())}));
    ready_ = std::move(*decoded);
    return {*ready_, {}};
  }

  Outcome<bool> load(Role role, std::span<const uint8_t> cubin) override {
    return done(ask<GpuDone>(LabSays::the_loading, kLoadTime,
                             GpuLoadRequest{role, {cubin.begin(), cubin.end()}}, {}));
  }

  Outcome<std::vector<std::string>> run(const Job& job, milliseconds launch_time) override {
    Parcel parcel;
    if (std::optional<Failure> refused = pack(job.buffers, job.launches.size(), parcel))
      return {std::nullopt, *refused};
    launch_time_ = launch_time;
    Outcome<GpuRunAnswer> answer = ask<GpuRunAnswer>(
        LabSays::the_gpu_run, 2 * launch_time + kPatience,
        GpuRunRequest{std::move(parcel.buffers), job.launches, launch_time}, parcel.descriptors);
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    return {std::move(answer.value->overrun), {}};
  }

  Outcome<bool> mirror(int descriptor, uint64_t bytes, size_t buffer, unsigned slots) override {
    return done(ask<GpuDone>(LabSays::the_sharing, kLoadTime,
                             GpuMirrorRequest{bytes, buffer, slots}, {&descriptor, 1}));
  }

  Outcome<bool> keep(const std::vector<size_t>& buffers) override {
    return done(ask<GpuDone>(LabSays::the_keeping, kLoadTime,
                             GpuKeepRequest{{buffers.begin(), buffers.end()}}, {}));
  }

  Outcome<unsigned> prepare(const TimedJob& job, milliseconds launch_time) override {
    std::vector<JobBuffer> buffers;
    for (const TimedBuffer& buffer : job.buffers)
      buffers.push_back({buffer.description, buffer.initial, nullptr});
    Parcel parcel;
    if (std::optional<Failure> refused = pack(buffers, job.launches.size(), parcel))
      return {std::nullopt, *refused};
    GpuPrepareRequest request;
    for (size_t i = 0; i < job.buffers.size(); ++i)
      request.buffers.push_back({std::move(parcel.buffers[i]), job.buffers[i].content,
                                 job.buffers[i].low, job.buffers[i].high, job.buffers[i].step,
                                 job.buffers[i].digested});
    request.launches = job.launches;
    request.timed_begin = job.timed_begin;
    request.timed_end = job.timed_end;
    request.copy_bytes = job.copy_bytes;
    request.sets = std::min(job.sets, kMaxSets);
    request.launch_time = launch_time_ = launch_time;
    Outcome<GpuPrepareAnswer> answer =
        ask<GpuPrepareAnswer>(LabSays::the_preparation, kLoadTime, request, parcel.descriptors);
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    return {answer.value->sets, {}};
  }

  Outcome<cuda::Sample> sample(uint64_t seed, unsigned set, unsigned batch, bool timed) override {
    return take({false, seed, set, batch, timed});
  }
  Outcome<cuda::Sample> sample_copy() override { return take({true, 0, 0, 1, true}); }

  Outcome<bool> read(unsigned set, size_t buffer, const SharedMemory& to) override {
    const int descriptor = to.descriptor();
    return done(ask<GpuDone>(LabSays::the_reading, kLoadTime, GpuReadRequest{set, buffer},
                             {&descriptor, 1}));
  }

  Outcome<GpuState> state() override {
    return ask<GpuState>(LabSays::the_question_for_clock, kPatience, GpuStateRequest{}, {});
  }

  bool is_stuck() override { return !conversation_.is_gone(); }

 private:
  Outcome<GpuReady> refuse(Failure failure) {
    refused_ = std::move(failure);
    return {std::nullopt, *refused_};
  }

  Outcome<cuda::Sample> take(const GpuSampleRequest& request) {
    // Filling, the launches before and the timed ones, those after: each waits for its end.
    return ask<cuda::Sample>(LabSays::the_timed_run, 5 * launch_time_ + kPatience, request, {});
  }

  template <class Answer, class Request>
  Outcome<Answer> ask(LabSays what, milliseconds limit, const Request& request,
                      std::span<const int> descriptors) {
    if (const Outcome<GpuReady> started = ready(); !started) return {std::nullopt, started.failure};
    return conversation_.ask<Answer>({say(what), limit}, request, {descriptors, {}, cancel_});
  }
  static Outcome<bool> done(Outcome<GpuDone> answer) {
    if (!answer) return {std::nullopt, std::move(answer.failure)};
    return {true, {}};
  }

  Conversation conversation_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::optional<GpuReady> ready_;
  std::optional<Failure> refused_;
  milliseconds launch_time_{2000};
};

}  // namespace

namespace {

// `gpu`: what stands behind --gpu=.
Outcome<std::unique_ptr<GpuWorker>> start_for(const std::string& gpu) {
  Outcome<Conversation> conversation = Conversation::start(
      worker_program("warplab-gpu-worker", "WARPLAB_GPU_WORKER"),
      {fmt::format("--protocol={}", kProtocolVersion), fmt::format("--gpu={}", gpu)});
  if (!conversation) return {std::nullopt, conversation.failure};
  return {std::make_unique<LocalGpuWorker>(std::move(*conversation.value)), {}};
}

}  // namespace

Outcome<std::unique_ptr<GpuWorker>> GpuWorker::start(const std::string& uuid) {
  return start_for(uuid);
}
Outcome<std::unique_ptr<GpuWorker>> GpuWorker::start_with_library(const std::string& uuid) {
  return start_for(uuid + std::string(kWithLibrary));
}

}  // namespace warplab::worker
