// What a run reports as wrong, and jobs that the worker refuses.
#include "jobs.hpp"

#include <algorithm>

#include "contains.hpp"
#include "toolkit.hpp"
#include "words/text.hpp"

using namespace warplab;
using namespace warplab::worker;
using test::contains;
using Kind = Failure::Kind;

TEST_CASE("findings come with their line, place, buffer and index") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("beyond", {1, 1, 1}, {32, 1, 1}, {address(0), number(1)})};
  job.options.student_file = "kernels.cu";
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  const auto& findings = report.value->findings;
  const auto found = std::find_if(
      findings.begin(), findings.end(),
      [](const sim::Finding& finding) { return finding.kind == sim::FindingKind::out_of_bounds; });
  REQUIRE(found != findings.end());
  CHECK(found->line == 6);
  CHECK(found->buffer == "out");
  CHECK(found->index == 32);
  CHECK(found->place.thread == Dim3{31, 0, 0});
  CHECK(!found->told.empty());
}

TEST_CASE("a store to constant memory is told at its line, and a read is fine") {
  const auto worker = start(R"(
__constant__ int table[4];
extern "C" __global__ void store(int* out) {
  if (threadIdx.x == 5) table[1] = 7;
  out[threadIdx.x] = table[threadIdx.x & 3];
}
extern "C" __global__ void read(int* out) { out[threadIdx.x] = table[threadIdx.x & 3]; }
)");
  for (const bool stores : {true, false}) {
    Ints out(std::vector<int>(32, 0));
    Job job;
    job.buffers = {buffer("out", 32, nullptr, &out.memory)};
    job.launches = {launch(stores ? "store" : "read", {1, 1, 1}, {32, 1, 1}, {address(0)})};
    job.options.student_file = "kernels.cu";
    const auto report = worker->simulate(job);
    REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
    const auto& findings = report.value->findings;
    REQUIRE(findings.size() == (stores ? 1 : 0));
    if (!stores) continue;
    CHECK(findings[0].kind == sim::FindingKind::read_only_write);
    CHECK(findings[0].line == 4);
    CHECK(findings[0].place.thread == Dim3{5, 0, 0});
    CHECK(contains(words::text_of(findings[0]), "Line 4 writes a __constant__ variable"));
  }
}

TEST_CASE("a kernel with too many registers for its block is rejected") {
  const auto worker = start(R"(
extern "C" __global__ void many(float* out, int n) {
  float v[96];
  for (int k = 0; k < 96; ++k) v[k] = out[k * 2];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 96; ++k) v[k] = v[k] * v[(k + 1) % 96] + v[(k + 7) % 96];
  for (int k = 0; k < 96; ++k) out[k] = v[k];
}
)");
  Ints out(std::vector<int>(192, 0));
  Job job;
  job.buffers = {buffer("out", 192, nullptr, &out.memory)};
  job.launches = {launch("many", {1, 1, 1}, {1024, 1, 1}, {address(0), number(0)})};
  const auto rejected = worker->simulate(job);
  REQUIRE_FALSE(rejected);
  CHECK(rejected.failure.kind == Kind::rejected);
  CHECK(contains(words::text_of(rejected.failure.says), "registers"));
  job.launches[0].block = {1, 1, 1};
  CHECK(worker->simulate(job));
}

TEST_CASE("a launch that cannot be is rejected with its reason, and the worker goes on") {
  const auto worker = start();
  Addition addition;
  Job wrong = addition.job;
  wrong.launches[0].kernel = "subtract";
  const auto rejected = worker->simulate(wrong);
  REQUIRE_FALSE(rejected);
  CHECK(rejected.failure.kind == Kind::rejected);
  CHECK(contains(words::text_of(rejected.failure.says), "subtract"));
  CHECK(worker->simulate(addition.job));
}

TEST_CASE("a worker that has compiled nothing has nothing to run") {
  auto worker = Worker::start({});
  REQUIRE(worker);
  Addition addition;
  const auto report = (*worker.value)->simulate(addition.job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::rejected);
  REQUIRE((*worker.value)->compile({"bad.cu", "nonsense", 90}));
  const auto again = (*worker.value)->simulate(addition.job);
  REQUIRE_FALSE(again);
  CHECK(contains(words::text_of(again.failure.says), "bad.cu did not compile"));
}

TEST_CASE("memory that is smaller than its shape is refused before it is sent") {
  const auto worker = start();
  Addition addition;
  addition.job.buffers[0].description.shape = {101};
  const auto report = worker->simulate(addition.job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::rejected);
  CHECK(contains(words::text_of(report.failure.says), "404"));
}

TEST_CASE("a shape whose size overflows is refused") {
  const auto worker = start();
  Addition addition;
  addition.job.buffers[0].description.shape = {1ull << 32, 1ull << 32, 4};
  const auto report = worker->simulate(addition.job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::rejected);
}

namespace {

// Why a kernel cannot be simulated, or nothing.
std::string why_not(const char* source) {
  const auto worker = start(source);
  const Ints out(std::vector<int>(64, 0));
  Job job;
  job.buffers = {buffer("out", 64, &out.memory, &out.memory)};
  job.launches = {launch("turn", {1, 1, 1}, {64, 1, 1}, {address(0)})};
  job.options.student_file = "kernels.cu";
  const auto report = worker->simulate(job);
  if (report) {
    CHECK(report.value->completed);
    CHECK(report.value->findings.empty());
    return {};
  }
  CHECK(report.failure.refusal == sim::Refusal::Kind::unsupported);
  return words::text_of(report.failure.says);
}

}  // namespace

TEST_CASE("groups that meet in reserved shared memory are refused, and others run") {
  if (!warplab_test::needs_toolkit()) return;
  const std::string head = R"(#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void turn(int* out) {
  __shared__ int part[64];
)";
  const std::string tail = R"(
  part[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = part[threadIdx.x ^ 7];
}
)";
  const auto with = [&](const char* tile) { return head + tile + tail; };
  const std::string of_two_warps =
      why_not(with("  auto tile = cg::tiled_partition<64>(cg::this_thread_block());").c_str());
  CHECK(contains(of_two_warps, "kernels.cu, line 5: a tile of more than 32 threads"));
  CHECK(why_not(with("  auto tile = cg::tiled_partition<32>(cg::this_thread_block());").c_str())
            .empty());
  CHECK(why_not(with("  auto tile = cg::this_thread_block();").c_str()).empty());
}

TEST_CASE("unoptimised code asks for reserved shared memory without a use for it") {
  if (!warplab_test::needs_toolkit()) return;
  const auto worker = start();
  const char* const source = R"(#include <cooperative_groups.h>
extern "C" __global__ void turn(int* out) {
  int sum;
  cooperative_groups::this_thread_block().sync();
  sum = 1;
  out[threadIdx.x] = sum;
}
)";
  compile::Source marked{"kernels.cu", source, 90};
  marked.mark_undefined = true;
  REQUIRE(worker->compile(marked));
  const Ints out(std::vector<int>(64, 0));
  Job job;
  job.buffers = {buffer("out", 64, &out.memory, &out.memory)};
  job.launches = {launch("turn", {1, 1, 1}, {64, 1, 1}, {address(0)})};
  const auto report = worker->simulate(job);
  CHECK_MESSAGE(report, words::text_of(report.failure.says));
}

TEST_CASE(
    "cuda::barrier of a block runs, and a copy by tensor map is refused with what to write "
    "instead") {
  const std::string refused = why_not(R"(extern "C" __global__ void turn(int* out) {
  __shared__ alignas(16) int place[4];
  __shared__ unsigned long long bar;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(place));
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3}], [%2];"
               :: "r"(to), "l"(out), "r"(at), "r"(0) : "memory");
}
)");
  CHECK(contains(refused, "kernels.cu, line 8: the instruction cp.async.bulk"));
  CHECK(contains(refused, "Take cuda::memcpy_async() for a barrier"));
  if (!warplab_test::needs_toolkit()) return;
  CHECK(why_not(R"(#include <cuda/barrier>
extern "C" __global__ void turn(int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  all.arrive_and_wait();
  out[threadIdx.x] = 1;
}
)") == "");
}
