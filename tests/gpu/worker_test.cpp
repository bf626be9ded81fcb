// The GPU worker on a real GPU: it runs kernels behind its lock, and survives none that misbehave.
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "data/random.hpp"
#include "gpu_fixture.hpp"
#include "words/text.hpp"

using namespace gpu_test;
using std::chrono::milliseconds;
using worker::Failure;
using worker::GpuWorker;

namespace {

constexpr const char* kKernels = R"(
extern "C" __global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
extern "C" __global__ void one_too_far(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 1;
}
extern "C" __global__ void never_ends(const float* in, volatile float* out, int n) {
  while (out[0] != 12345.0f) {}
}
__device__ int launches = 7;
extern "C" __global__ void count_launches(const float* in, float* out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = ++launches;
}
extern "C" __global__ void one_more(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}
extern "C" __global__ void far_away(const float* in, float* out, int n) { out[1ll << 40] = 1; }
)";
constexpr milliseconds kLaunchTime{1000};

struct Setup {
  worker::GpuReady ready;
  std::unique_ptr<GpuWorker> gpu;
  worker::SharedMemory in = shared_floats(1000), out = shared_floats(1000);

  explicit operator bool() const { return gpu != nullptr; }
  Setup() {
    gpu = gpu_worker(&ready);
    if (!gpu) return;
    const auto loaded =
        gpu->load(GpuWorker::Role::kernels, cubin_of(kKernels, ready.device.compute_capability));
    REQUIRE_MESSAGE(loaded, words::text_of(loaded.failure.says));
    for (int i = 0; i < 1000; ++i) as(in)[static_cast<size_t>(i)] = static_cast<float>(i);
  }
  worker::Outcome<std::vector<std::string>> run(const std::string& kernel) {
    worker::Job job;
    job.buffers = {{floats("in", 1000), &in, nullptr}, {floats("out", 1000), &out, &out}};
    job.launches = {{kernel, {8, 1, 1}, {128, 1, 1}, 0, {buffer(0), buffer(1), value(1000)}}};
    return gpu->run(job, kLaunchTime);
  }
};

}  // namespace

TEST_CASE("a kernel runs on the GPU behind the lock, and its answer comes back") {
  Setup setup;
  if (!setup) return;
  MESSAGE("GPU: ", setup.ready.device.name, ", ", setup.ready.device.uuid, ", driver ",
          setup.ready.device.driver_version, ", peak ", setup.ready.device.peak_bytes_per_second,
          " B/s, L2 ", setup.ready.device.l2_bytes, ", Landlock ", setup.ready.landlock_version);
  const auto ran = setup.run("twice");
  REQUIRE_MESSAGE(ran, words::text_of(ran.failure.says));
  CHECK(ran.value->empty());
  bool right = true;
  for (size_t i = 0; i < 1000; ++i)
    right = right && as(setup.out)[i] == 2.0f * static_cast<float>(i);
  CHECK(right);
  const auto state = setup.gpu->state();
  REQUIRE_MESSAGE(state, words::text_of(state.failure.says));
  MESSAGE("NVML: clock ", state.value->clock_mhz.value_or(0),
          " MHz, processes known: ", state.value->processes ? state.value->processes->size() : 0);
}

TEST_CASE("PTX is compiled by the driver behind the lock, as for a GPU newer than our compiler") {
  Setup setup;
  if (!setup) return;
  const std::string ptx = compiled(kKernels, 75).ptx;
  std::vector<uint8_t> image(ptx.begin(), ptx.end());
  image.push_back(0);
  const auto loaded = setup.gpu->load(GpuWorker::Role::kernels, image);
  REQUIRE_MESSAGE(loaded, words::text_of(loaded.failure.says));
  REQUIRE(setup.run("twice"));
  CHECK(as(setup.out)[999] == 1998.0f);
}

TEST_CASE("variables start anew for each launch of a run that does not keep them") {
  Setup setup;
  if (!setup) return;
  for (const bool as_ptx : {false, true}) {
    if (as_ptx) {
      const std::string ptx = compiled(kKernels, 75).ptx;
      std::vector<uint8_t> image(ptx.begin(), ptx.end());
      image.push_back(0);
      REQUIRE(setup.gpu->load(GpuWorker::Role::kernels, image));
    }
    for (const bool keep : {false, true}) {
      worker::Job job;
      job.buffers = {{floats("in", 1000), &setup.in, nullptr},
                     {floats("out", 1000), &setup.out, &setup.out}};
      const sim::Launch launch{
          "count_launches", {1, 1, 1}, {32, 1, 1}, 0, {buffer(0), buffer(1), value(1000)}, keep};
      job.launches = {launch, launch, launch};
      const auto ran = setup.gpu->run(job, kLaunchTime);
      REQUIRE_MESSAGE(ran, words::text_of(ran.failure.says));
      CHECK(as(setup.out)[0] == (keep ? 10 : 8));
    }
  }
}

TEST_CASE("a buffer that is kept goes on from run to run, and anew when it is said again") {
  Setup setup;
  if (!setup) return;
  float& first = as(setup.out)[0];
  const auto begin = [&](float value) { std::ranges::fill(as(setup.out), value); };
  const auto run = [&] {
    const auto ran = setup.run("one_more");
    REQUIRE_MESSAGE(ran, words::text_of(ran.failure.says));
    CHECK(ran.value->empty());
    return as(setup.out)[999];
  };
  begin(10);
  CHECK(run() == 11);
  begin(20);
  CHECK(run() == 21);  // nothing is kept yet
  REQUIRE(setup.gpu->keep({1}));
  begin(30);
  CHECK(run() == 31);
  begin(100);
  CHECK(run() == 32);
  CHECK(first == 32);
  // The other buffer comes with each job, and a guard is set each time.
  CHECK(*setup.run("one_too_far").value == std::vector<std::string>{"out"});
  CHECK(run() == 2);
  REQUIRE(setup.gpu->keep({1}));
  begin(50);
  CHECK(run() == 51);
  REQUIRE(setup.gpu->keep({}));
  begin(60);
  CHECK(run() == 61);
  begin(60);
  CHECK(run() == 61);
}

TEST_CASE("a write beyond the end of a buffer is seen") {
  Setup setup;
  if (!setup) return;
  const auto ran = setup.run("one_too_far");
  REQUIRE_MESSAGE(ran, words::text_of(ran.failure.says));
  CHECK(*ran.value == std::vector<std::string>{"out"});
}

TEST_CASE("a kernel that never ends is ended, and the GPU is free for the next process") {
  Setup setup;
  if (!setup) return;
  const auto start = std::chrono::steady_clock::now();
  const auto ran = setup.run("never_ends");
  REQUIRE_FALSE(ran);
  CHECK(ran.failure.kind == Failure::Kind::time_limit);
  CHECK(words::text_of(ran.failure.says) == "The kernel did not end on the GPU within 1 s.");
  CHECK_FALSE(setup.gpu->is_stuck());
  CHECK_FALSE(setup.run("twice"));  // one error is one process
  setup.gpu.reset();
  MESSAGE("ended and reaped after ",
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), " s");
  Setup next;
  REQUIRE(next);
  CHECK(next.run("twice"));
}

TEST_CASE("a worker that is killed in the middle of a kernel leaves the GPU to others") {
  Setup setup, other;
  if (!setup || !other) return;
  const auto start = std::chrono::steady_clock::now();
  worker::Job job;
  job.buffers = {{floats("in", 1000), &setup.in, nullptr},
                 {floats("out", 1000), &setup.out, &setup.out}};
  job.launches = {{"never_ends", {8, 1, 1}, {128, 1, 1}, 0, {buffer(0), buffer(1), value(1000)}}};
  // Its own deadline is far away; ours, the second one, is 10 s later.
  std::unique_ptr<GpuWorker> gpu = std::move(setup.gpu);
  const auto ran = gpu->run(job, milliseconds(2000));
  REQUIRE_FALSE(ran);
  gpu.reset();
  CHECK(other.run("twice"));
  MESSAGE("killed, and another's kernel run, after ",
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), " s");
}

TEST_CASE("an illegal address ends the process, and says what it was") {
  Setup setup;
  if (!setup) return;
  const auto ran = setup.run("far_away");
  REQUIRE_FALSE(ran);
  CHECK(ran.failure.kind == Failure::Kind::crashed);
  CHECK(words::text_of(ran.failure.says).find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos);
  CHECK_FALSE(setup.run("twice"));
}

TEST_CASE("random content made on the GPU is that of the exercises, and new for each seed") {
  Setup setup;
  if (!setup) return;
  REQUIRE(setup.gpu->load(
      GpuWorker::Role::own_kernels,
      cubin_of(std::string(cuda::own_kernels_source()), setup.ready.device.compute_capability)));
  worker::TimedJob job;
  job.buffers.resize(2);
  job.buffers[0].description = floats("in", 1000);
  job.buffers[0].content = cuda::Content::random_multiples;
  job.buffers[0].low = -99;
  job.buffers[0].high = 99;
  job.buffers[0].step = 0.25;
  job.buffers[1].description = floats("out", 1000);
  job.buffers[1].digested = true;
  job.launches = {{"twice", {8, 1, 1}, {128, 1, 1}, 0, {buffer(0), buffer(1), value(1000)}}};
  job.timed_end = 1;
  job.copy_bytes = 64 << 20;
  job.sets = 4;
  const auto sets = setup.gpu->prepare(job, kLaunchTime);
  REQUIRE_MESSAGE(sets, words::text_of(sets.failure.says));
  CHECK(*sets.value == 4);
  const auto first = setup.gpu->sample(7, 0, 1, true);
  REQUIRE_MESSAGE(first, words::text_of(first.failure.says));
  REQUIRE(setup.gpu->read(0, 0, setup.in));
  REQUIRE(setup.gpu->read(0, 1, setup.out));
  // The first run of a batch has the seed mixed once.
  const data::RandomStream random(data::mix_bits(7), "in");
  bool same = true, twice = true;
  for (size_t i = 0; i < 1000; ++i) {
    same = same && as(setup.in)[i] == -99.0f + 0.25f * static_cast<float>(random.below(793, i));
    twice = twice && as(setup.out)[i] == 2 * as(setup.in)[i];
  }
  CHECK(same);
  CHECK(twice);
  CHECK(setup.gpu->sample(7, 1, 1, false).value->digests == first.value->digests);
  CHECK(setup.gpu->sample(8, 1, 1, false).value->digests != first.value->digests);
  CHECK(setup.gpu->sample(8, 0, 4, true).value->digests.size() == 4);
  CHECK(first.value->microseconds > 0);
  CHECK(first.value->clock_mhz > 100);
  const auto copy = setup.gpu->sample_copy();
  REQUIRE(copy);
  MESSAGE("a copy of 64 MiB: ", copy.value->microseconds, " us at ", copy.value->clock_mhz,
          " MHz; twice: ", first.value->microseconds, " us");
  CHECK(copy.value->microseconds > 5);
}

TEST_CASE("a worker writes its pictures into device memory of ours, which stays when it is gone") {
  Setup setup;
  if (!setup) return;
  const auto driver = cuda::Driver::open();
  REQUIRE_MESSAGE(driver, (driver ? std::string() : driver.error()));
  const auto device = cuda::choose_device(driver->devices(), setup.ready.device.uuid);
  REQUIRE(device);
  const auto context = cuda::Context::create(*driver, *device);
  REQUIRE_MESSAGE(context, (context ? std::string() : context.error()));
  const auto shared = context->make_shared(1u << 20);
  REQUIRE_MESSAGE(shared, (shared ? std::string() : shared.error()));
  const auto descriptor = shared->descriptor();
  REQUIRE_MESSAGE(descriptor, (descriptor ? std::string() : descriptor.error()));
  constexpr unsigned kSlots = 4;
  const auto mirrored = setup.gpu->mirror(*descriptor, shared->bytes(), 1, kSlots);
  ::close(*descriptor);
  REQUIRE_MESSAGE(mirrored, words::text_of(mirrored.failure.says));
  const auto start = std::chrono::steady_clock::now();
  for (int run = 0; run < 2; ++run) {
    const auto ran = setup.run("twice");
    REQUIRE_MESSAGE(ran, words::text_of(ran.failure.says));
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  MESSAGE("a launch with its picture: ", took.count() / 2, " ms");
  setup.gpu.reset();  // killed and reaped
  for (unsigned slot = 0; slot < 2; ++slot) {
    std::vector<float> came(1000);
    const auto copied = context->download(std::as_writable_bytes(std::span(came)),
                                          shared->address() + shared->bytes() / kSlots * slot);
    REQUIRE_MESSAGE(copied, (copied ? std::string() : copied.error()));
    const auto ended = context->wait(std::chrono::steady_clock::now() + milliseconds(2000));
    REQUIRE(ended);
    CHECK(*ended);
    bool right = true;
    for (size_t i = 0; i < 1000; ++i) right = right && came[i] == 2.0f * static_cast<float>(i);
    CHECK(right);
  }
}

TEST_CASE("memory that is not of a GPU is refused as a mirror, and kernels run as before") {
  Setup setup;
  if (!setup) return;
  const auto mirrored = setup.gpu->mirror(setup.in.descriptor(), 2u << 20, 1, 4);
  CHECK_FALSE(mirrored);
  CHECK(mirrored.failure.kind == Failure::Kind::rejected);
  CHECK(setup.run("twice"));
}

TEST_CASE("cuBLAS multiplies behind the lock where the machine has it, and is timed there") {
  auto started = GpuWorker::start_with_library("");
  REQUIRE_MESSAGE(started, words::text_of(started.failure.says));
  GpuWorker& gpu = **started.value;
  const auto ready = gpu.ready();
  if (!ready) return warplab_test::skip("no GPU (" + words::text_of(ready.failure.says) + ")");
  if (ready.value->library.empty()) return warplab_test::skip("no cuBLAS");
  MESSAGE(ready.value->library);
  const auto own = cubin_of(std::string(cuda::own_kernels_source()),
                            std::min(ready.value->device.compute_capability, 90));
  REQUIRE(gpu.load(GpuWorker::Role::own_kernels, own));

  constexpr int kRows = 96, kInner = 40, kCols = 72;
  const worker::SharedMemory a = shared_floats(kRows * kInner), b = shared_floats(kInner * kCols),
                             c = shared_floats(kRows * kCols);
  for (size_t i = 0; i < as(a).size(); ++i) as(a)[i] = static_cast<float>(i % 7);
  for (size_t i = 0; i < as(b).size(); ++i) as(b)[i] = static_cast<float>(i % 5) - 2;
  worker::TimedJob job;
  job.buffers.resize(3);
  const worker::SharedMemory* const initial[] = {&a, &b, nullptr};
  for (size_t k = 0; k < 3; ++k) {
    job.buffers[k].description = floats(std::string(1, "abc"[k]), as(k == 0   ? a
                                                                     : k == 1 ? b
                                                                              : c)
                                                                      .size());
    job.buffers[k].initial = initial[k];
    job.buffers[k].content = initial[k] ? cuda::Content::base : cuda::Content::poison;
  }
  job.buffers[2].digested = true;
  job.launches = {{"cublas.sgemm",
                   {1, 1, 1},
                   {32, 1, 1},
                   0,
                   {buffer(0), buffer(1), buffer(2), value(kRows), value(kInner), value(kCols)}}};
  job.timed_end = 1;
  job.copy_bytes = 1 << 20;
  const auto sets = gpu.prepare(job, kLaunchTime);
  REQUIRE_MESSAGE(sets, words::text_of(sets.failure.says));
  for (const bool timed : {false, true}) {
    const auto sample = gpu.sample(1, 0, 1, timed);
    REQUIRE_MESSAGE(sample, words::text_of(sample.failure.says));
    CHECK((sample.value->microseconds > 0) == timed);
  }
  REQUIRE(gpu.read(0, 2, c));
  size_t wrong = 0;
  for (size_t row = 0; row < kRows; ++row)
    for (size_t column = 0; column < kCols; ++column) {
      float sum = 0;
      for (size_t i = 0; i < kInner; ++i)
        sum += as(a)[row * kInner + i] * as(b)[i * kCols + column];
      wrong += as(c)[row * kCols + column] != sum;
    }
  CHECK(wrong == 0);
}
