#include "time_recorder.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace warplab::bench {
namespace {

using nlohmann::json;

// Few enough blocks that their stamps, two atomics each, cost next to nothing.
constexpr unsigned kBlocks = 1024, kThreads = 256;
constexpr size_t kMostSlots = 8192;
constexpr int kMostDoubles = 4 << 20;
constexpr int kComparisons = 200;  // of the two clocks
constexpr std::chrono::seconds kPatience{5};

constexpr const char* kKernels = R"(
__device__ inline unsigned long long timer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__device__ inline void came(unsigned long long* stamps) {
  if (threadIdx.x == 0) atomicMin(stamps, timer());
}

__device__ inline void left(unsigned long long* stamps) {
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(stamps + 1, timer());
}

extern "C" __global__ void copy(const double* in, double* out, int n, unsigned long long* stamps) {
  came(stamps);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
  left(stamps);
}

extern "C" __global__ void touch(int* out, int n, unsigned long long* stamps) {
  came(stamps);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = i;
  left(stamps);
}

extern "C" __global__ void stamp(unsigned long long* to) { *to = timer(); }

// The time, where the host looks; and the smallest step that the clock makes.
extern "C" __global__ void tell(volatile unsigned long long* to) {
  unsigned long long step = ~0ull, before = timer();
  for (int i = 0; i < 200; ++i) {
    const unsigned long long now = timer();
    if (now != before && now - before < step) step = now - before;
    before = now;
  }
  to[1] = step;
  __threadfence_system();
  to[0] = timer();
  __threadfence_system();
}
)";

double round_us(double us) { return std::round(us * 100) / 100; }

double host_ns() {
  return std::chrono::duration<double, std::nano>(cuda::Clock::now().time_since_epoch()).count();
}

}  // namespace

TimeRecorder::TimeRecorder(const std::string& gpu) : stage_(gpu), host_(kMostDoubles) {
  program_ = stage_.compile("time_lines.cu", kKernels);
  copy_ = stage_.function(program_, "copy");
  touch_ = stage_.function(program_, "touch");
  stamp_ = stage_.function(program_, "stamp");
  tell_ = stage_.function(program_, "tell");
  in_ = stage_.allocate(sizeof(double) * kMostDoubles);
  out_ = stage_.allocate(sizeof(double) * kMostDoubles);
  stamps_ = stage_.allocate(2 * sizeof(uint64_t) * kMostSlots);
  told_ = need(stage_.context().allocate_mapped(2 * sizeof(uint64_t)));
  need(stage_.context().fill_bytes(in_.address(), 0, in_.bytes()));
  stage_.wait();
}

void TimeRecorder::calibrate() {
  auto* const told = static_cast<uint64_t*>(told_.host());
  const std::atomic_ref<uint64_t> time(told[0]);
  offset_ns_ = 1e300;
  for (int i = 0; i < kComparisons; ++i) {
    time = 0;
    const Value arguments[] = {told_.address()};
    stage_.launch(tell_, {}, {}, 0, arguments);
    const auto patience = cuda::Clock::now() + kPatience;
    while (time.load() == 0)
      if (cuda::Clock::now() > patience)
        throw std::runtime_error("the GPU's clock was not told within 5 s");
    const double seen = host_ns();
    offset_ns_ = std::min(offset_ns_, seen - static_cast<double>(time.load()));
    stage_.wait();
    step_ns_ = told[1];
  }
}

void TimeRecorder::begin(const std::string& name) {
  std::vector<uint64_t> empty(2 * kMostSlots);
  for (size_t i = 0; i < empty.size(); i += 2) empty[i] = ~uint64_t{0};
  need(stage_.context().upload(stamps_.address(), std::as_bytes(std::span(empty))));
  stage_.wait();
  calibrate();
  run_ = {{"name", name},
          {"spans", json::array()},
          {"memory", json::array()},
          {"notes", json::array()}};
  gpu_spans_.clear();
  slots_ = 0;
  bytes_ = most_bytes_ = 0;
  keeps_spans_ = true;
  start_ = cuda::Clock::now();
}

double TimeRecorder::now_us() const {
  return std::chrono::duration<double, std::micro>(cuda::Clock::now() - start_).count();
}

double TimeRecorder::us_of(uint64_t globaltimer) const {
  const double start = std::chrono::duration<double, std::nano>(start_.time_since_epoch()).count();
  return (static_cast<double>(globaltimer) + offset_ns_ - start) / 1000;
}

void TimeRecorder::end() {
  stage_.wait();
  std::vector<uint64_t> stamps(2 * kMostSlots);
  need(stage_.context().download(std::as_writable_bytes(std::span(stamps)), stamps_.address()));
  stage_.wait();
  for (const GpuSpan& span : gpu_spans_) {
    const uint64_t begin = stamps[2 * span.slot], end = stamps[2 * span.slot + 1];
    if (begin == ~uint64_t{0} || end < begin)
      throw std::runtime_error("a kernel left no stamps: " + span.label);
    // Nothing begins before it was asked for, however the clocks differ.
    const double from = std::max(us_of(begin), 0.0);
    run_["spans"].push_back({{"kind", span.kind},
                             {"where", "gpu"},
                             {"label", span.label},
                             {"begin_us", round_us(from)},
                             {"end_us", round_us(std::max(us_of(end), from))}});
  }
  if (run_["memory"].empty()) run_.erase("memory");
  runs_.push_back(std::move(run_));
}

void TimeRecorder::note(const std::string& label, double value, const std::string& unit) {
  run_["notes"].push_back({{"label", label}, {"value", round_us(value)}, {"unit", unit}});
}

void TimeRecorder::add_span(const char* kind, const char* where, const std::string& label,
                            double begin, double end) {
  if (!keeps_spans_) return;
  run_["spans"].push_back({{"kind", kind},
                           {"where", where},
                           {"label", label},
                           {"begin_us", round_us(begin)},
                           {"end_us", round_us(end)}});
}

size_t TimeRecorder::next_slot() {
  if (slots_ == kMostSlots) throw std::runtime_error("too many kernels in one run");
  return slots_++;
}

cuda::DevicePointer TimeRecorder::stamps_of(size_t slot) const {
  return stamps_.address() + 2 * sizeof(uint64_t) * slot;
}

void TimeRecorder::stamp(size_t slot, bool is_end) {
  const Value arguments[] = {stamps_of(slot) + (is_end ? sizeof(uint64_t) : 0)};
  stage_.launch(stamp_, {}, {}, 0, arguments);
}

double TimeRecorder::launch_copy(int doubles) {
  const size_t slot = next_slot();
  const Value arguments[] = {in_.address(), out_.address(), doubles, stamps_of(slot)};
  const double begin = now_us();
  stage_.launch(copy_, {kBlocks, 1, 1}, {kThreads, 1, 1}, 0, arguments);
  const double end = now_us();
  add_span("launch", "host", "launch copy", begin, end);
  if (keeps_spans_) gpu_spans_.push_back({"kernel", "copy", slot});
  return end - begin;
}

void TimeRecorder::launch_touch(const cuda::DeviceMemory& memory) {
  const size_t slot = next_slot();
  const Value arguments[] = {memory.address(), static_cast<int>(memory.bytes() / sizeof(int)),
                             stamps_of(slot)};
  const double begin = now_us();
  stage_.launch(touch_, {kBlocks, 1, 1}, {kThreads, 1, 1}, 0, arguments);
  add_span("launch", "host", "launch", begin, now_us());
  if (keeps_spans_) gpu_spans_.push_back({"kernel", "kernel", slot});
}

void TimeRecorder::upload(int doubles) {
  const size_t slot = next_slot();
  stamp(slot, false);
  const double begin = now_us();
  need(stage_.context().upload(
      in_.address(), std::as_bytes(std::span(host_).first(static_cast<size_t>(doubles)))));
  add_span("copy", "host", "copy to the GPU", begin, now_us());
  stamp(slot, true);
  if (keeps_spans_) gpu_spans_.push_back({"copy", "to the GPU", slot});
}

void TimeRecorder::download(int doubles) {
  const size_t slot = next_slot();
  stamp(slot, false);
  const double begin = now_us();
  need(stage_.context().download(
      std::as_writable_bytes(std::span(host_).first(static_cast<size_t>(doubles))),
      out_.address()));
  add_span("copy", "host", "copy from the GPU", begin, now_us());
  stamp(slot, true);
  if (keeps_spans_) gpu_spans_.push_back({"copy", "from the GPU", slot});
}

void TimeRecorder::wait(const std::string& label) {
  const double begin = now_us();
  stage_.wait();
  add_span("wait", "host", label, begin, now_us());
}

void TimeRecorder::note_memory() {
  most_bytes_ = std::max(most_bytes_, bytes_);
  run_["memory"].push_back({{"at_us", round_us(now_us())}, {"bytes", bytes_}});
}

cuda::DeviceMemory TimeRecorder::allocate(uint64_t bytes) {
  const double begin = now_us();
  cuda::DeviceMemory memory = stage_.allocate(bytes);
  add_span("allocate", "host", "cuMemAlloc", begin, now_us());
  bytes_ += memory.bytes();
  note_memory();
  return memory;
}

void TimeRecorder::free(cuda::DeviceMemory memory) {
  const uint64_t bytes = memory.bytes();
  const double begin = now_us();
  { const cuda::DeviceMemory ended = std::move(memory); }
  add_span("free", "host", "cuMemFree", begin, now_us());
  bytes_ -= bytes;
  note_memory();
}

void TimeRecorder::warm_up(int doubles) {
  const Value arguments[] = {in_.address(), out_.address(), doubles, stamps_of(0)};
  for (int i = 0; i < 100; ++i)
    stage_.launch(copy_, {kBlocks, 1, 1}, {kThreads, 1, 1}, 0, arguments);
  const Value tell_arguments[] = {told_.address()};
  stage_.launch(tell_, {}, {}, 0, tell_arguments);
  stage_.wait();
}

json TimeRecorder::recording() const {
  json recording = about(stage_);
  recording["schema"] = 1;
  recording["clock_step_ns"] = step_ns_;
  recording["runs"] = runs_;
  return recording;
}

}  // namespace warplab::bench
