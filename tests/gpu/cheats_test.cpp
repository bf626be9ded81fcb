// Kernels that want a better time than their work deserves. The simulator finds nothing wrong with
// them: they behave at the sizes that it runs. Each must fail on the GPU, for the reason it
// deserves.
#include <chrono>
#include <filesystem>
#include <optional>

#include "base/summary.hpp"
#include "gpu_fixture.hpp"
#include "verdict/grade.hpp"

using namespace gpu_test;

namespace {

const std::filesystem::path kRoot = WARPLAB_SOURCE_DIR;

struct Graded {
  verdict::ExerciseResult result;
  verdict::GateResult gate(const std::string& name) const {
    for (const verdict::GateResult& one : result.gates)
      if (one.metric == name || one.name == name) return one;
    FAIL("there is no gate " << name);
    return {};
  }
  double copy_fraction() const {
    REQUIRE(result.gpu);
    std::vector<double> fractions;
    for (const verdict::Timing& timing : result.timings)
      if (timing.source == verdict::Source::measured) fractions.push_back(timing.copy_fraction);
    REQUIRE(fractions.size() == 1);
    return fractions[0];
  }
};

// Nothing: skipped.
std::optional<Graded> grade(const std::string& folder, const std::string& source) {
  verdict::GpuSession gpu("");
  if (const auto ready = gpu.open(); !ready) {
    warplab_test::skip("no GPU (" + ready.error() + ")");
    return std::nullopt;
  }
  const auto exercise = exercise::load(kRoot / "exercises" / folder);
  REQUIRE(exercise);
  verdict::GradeOptions options;
  options.threads = 4;
  options.gpu = &gpu;
  Graded graded{verdict::grade(*exercise, source, options)};
  // Nothing is wrong as far as the simulator can see.
  for (const char* metric : {"supported", "launches", "terminates", "in_bounds", "initialized",
                             "race_free", "correct"}) {
    CAPTURE(metric);
    CHECK_MESSAGE(graded.gate(metric).status == verdict::Status::pass,
                  verdict::text_of(graded.gate(metric)));
  }
  for (const verdict::GateResult& gate : graded.result.gates)
    if (gate.source == verdict::Source::measured)
      MESSAGE(gate.name, ": ", verdict::name_of(gate.status), " ", verdict::text_of(gate));
  return graded;
}

const std::string kRowSums = R"(
extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
)";

std::optional<Graded> grade_column_sums(const std::string& kernel) {
  return grade("22-column-sums", kRowSums + kernel);
}
std::optional<Graded> grade_transpose(const std::string& kernel) {
  return grade("33-transpose-conflict-free", kernel);
}

constexpr const char* kTranspose = R"(
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  BEFORE
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x, out_row = blockIdx.x * 32 + threadIdx.y;
  AFTER
  if (out_row < cols && out_column < rows)
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}
)";

std::string transpose_with(const std::string& before, const std::string& after) {
  std::string text = kTranspose;
  text.replace(text.find("BEFORE"), 6, before);
  text.replace(text.find("AFTER"), 5, after);
  return text;
}

}  // namespace

TEST_CASE("cheat: an answer kept in a __device__ array from the launches before") {
  // The simulator launches a kernel twice: from the third time on nothing is computed.
  const auto graded = grade_column_sums(R"(
__device__ float kept[262144];
__device__ int times[262144];
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  if (times[column] >= 2) { sums[column] = kept[column]; return; }
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = kept[column] = sum;
  ++times[column];
})");
  if (!graded) return;
  CHECK(graded->gate("same_on_gpu").status == verdict::Status::pass);
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
  CHECK(graded->gate("as fast as the memory").status == verdict::Status::not_checked);
  CHECK(graded->result.verdict == verdict::Status::fail);
  CHECK(graded->result.score == 0);
}

TEST_CASE("cheat: work skipped when inputs repeat") {
  // It knows an input again by its address and one of the column's elements, once it has seen four.
  const auto graded = grade_column_sums(R"(
__device__ float kept[8][262144], first[8][262144];
__device__ bool have[8][262144];
__device__ int times[262144];
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  const int slot = ((unsigned long long)a >> 30) % 8;
  if (++times[column] > 4 && have[slot][column] && first[slot][column] == a[column]) {
    sums[column] = kept[slot][column];
    return;
  }
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = kept[slot][column] = sum;
  first[slot][column] = a[column];
  have[slot][column] = true;
})");
  if (!graded) return;
  CHECK(graded->result.verdict == verdict::Status::fail);
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
}

TEST_CASE("cheat: writing only what a sampling check would look at") {
  const auto graded = grade_transpose(transpose_with(
      "if (rows * cols >= 4096 * 4096 && (blockIdx.x + blockIdx.y) % 8 != 0) return;", ""));
  if (!graded) return;
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
  CHECK(graded->result.verdict == verdict::Status::fail);
}

TEST_CASE("cheat: one element in millions is left out") {
  const auto graded = grade_transpose(transpose_with(
      "", "if (rows * cols >= 4096 * 4096 && out_row == 4000 && out_column == 77) return;"));
  if (!graded) return;
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
}

TEST_CASE("cheat: work is left for every other launch to do") {
  const auto graded = grade_transpose("__device__ int launches;\n" + transpose_with("", R"(
  if (rows * cols >= 4096 * 4096) {
    const bool skip = launches % 2 == 1;
    __syncthreads();
    if (blockIdx.x + blockIdx.y == 0 && threadIdx.x + threadIdx.y == 0) launches += 1;
    if (skip) return;
  })"));
  if (!graded) return;
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
}

TEST_CASE("cheat: copying the expected output from memory it should not know") {
  // Where the next allocation would be, whatever is there.
  const auto graded = grade_transpose(transpose_with("", R"(
  if (rows * cols >= 4096 * 4096) {
    const long size = (long)rows * cols;
    const float* const elsewhere = out + (blockIdx.x % 2 ? size : -size);
    if (out_row < cols && out_column < rows)
      out[out_row * rows + out_column] = elsewhere[out_row * rows + out_column];
    return;
  })"));
  if (!graded) return;
  CHECK(graded->gate("right_when_timed").status == verdict::Status::fail);
}

TEST_CASE("cheat: spinning the clock costs the kernel time and the copy none") {
  const auto honest = grade_transpose(transpose_with("", ""));
  if (!honest) return;
  REQUIRE(honest->gate("as fast as the memory").status == verdict::Status::pass);
  SUBCASE("in every launch") {
    const auto graded = grade_transpose(
        transpose_with("if (rows * cols >= 4096 * 4096) { const long long start = clock64(); "
                       "while (clock64() - start < 5000) {} }",
                       ""));
    REQUIRE(graded);
    CHECK(graded->gate("as fast as the memory").status == verdict::Status::fail);
  }
  SUBCASE("while warming up, to slow the copy down") {
    const auto graded = grade_transpose("__device__ int launches;\n" + transpose_with(R"(
  if (rows * cols >= 4096 * 4096) {
    if (launches < 6) {
      const long long start = clock64();
      while (clock64() - start < 20000) {}
    }
    if (blockIdx.x + blockIdx.y == 0 && threadIdx.x + threadIdx.y == 0) launches += 1;
  })",
                                                                                      ""));
    REQUIRE(graded);
    CHECK(graded->copy_fraction() <= 1.1 * honest->copy_fraction());
  }
}

TEST_CASE(
    "cheat: filling L2 with persisting lines makes neither its kernel faster nor the copy slower") {
  worker::GpuReady ready;
  auto student = gpu_worker(&ready);
  if (!student) return;
  auto yardstick = gpu_worker();
  REQUIRE(yardstick);
  const auto own =
      cubin_of(std::string(cuda::own_kernels_source()), ready.device.compute_capability);
  const auto cubin = cubin_of(R"(
extern "C" __global__ void greedy(const float* in, float* out, int n) {
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float value;
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(value) : "l"(in + i), "l"(policy));
    asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" :: "l"(out + i), "f"(value), "l"(policy));
  }
}
extern "C" __global__ void plain(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
})",
                              ready.device.compute_capability);
  constexpr int kCount = 16 << 20;
  const auto job_of = [&](const char* kernel) {
    worker::TimedJob job;
    job.buffers.resize(2);
    job.buffers[0].description = floats("in", kCount);
    job.buffers[0].content = cuda::Content::random_multiples;
    job.buffers[0].high = 9;
    job.buffers[1].description = floats("out", kCount);
    job.buffers[1].digested = true;
    job.launches = {{kernel, {1056, 1, 1}, {256, 1, 1}, 0, {buffer(0), buffer(1), value(kCount)}}};
    job.timed_end = 1;
    job.copy_bytes = 2ull * kCount * sizeof(float);
    return job;
  };
  for (auto* gpu : {student.get(), yardstick.get()})
    REQUIRE(gpu->load(worker::GpuWorker::Role::own_kernels, own));
  REQUIRE(student->load(worker::GpuWorker::Role::kernels, cubin));
  REQUIRE(yardstick->load(worker::GpuWorker::Role::kernels, cubin));
  constexpr std::chrono::milliseconds kLaunchTime{2000};
  REQUIRE(yardstick->prepare(job_of("plain"), kLaunchTime));
  const auto medians = [&](const char* kernel) {
    REQUIRE(student->prepare(job_of(kernel), kLaunchTime));
    std::vector<double> kernels, copies;
    for (uint64_t seed = 0; seed < 25; ++seed) {
      kernels.push_back(student->sample(seed, 0, 1, true).value->microseconds);
      copies.push_back(yardstick->sample_copy().value->microseconds);
    }
    return std::pair(summarize(kernels).median, summarize(copies).median);
  };
  (void)medians("plain");  // warm
  const auto [plain, copy_beside_plain] = medians("plain");
  const auto [greedy, copy_beside_greedy] = medians("greedy");
  MESSAGE("plain ", plain, " us, greedy ", greedy, " us; copy beside them ", copy_beside_plain,
          " and ", copy_beside_greedy, " us");
  CHECK(copy_beside_greedy < 1.05 * copy_beside_plain);
  CHECK(greedy > 0.95 * plain);
}
