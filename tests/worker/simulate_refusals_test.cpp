// What a run reports as wrong, and jobs that the worker refuses.
#include "jobs.hpp"

#include <algorithm>

#include "contains.hpp"

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
  REQUIRE_MESSAGE(report, report.failure.message);
  const auto& findings = report.value->findings;
  const auto found = std::find_if(
      findings.begin(), findings.end(),
      [](const sim::Finding& finding) { return finding.kind == sim::FindingKind::out_of_bounds; });
  REQUIRE(found != findings.end());
  CHECK(found->line == 6);
  CHECK(found->buffer == "out");
  CHECK(found->index == 32);
  CHECK(found->place.thread == Dim3{31, 0, 0});
  CHECK(!found->message.empty());
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
    REQUIRE_MESSAGE(report, report.failure.message);
    const auto& findings = report.value->findings;
    REQUIRE(findings.size() == (stores ? 1 : 0));
    if (!stores) continue;
    CHECK(findings[0].kind == sim::FindingKind::read_only_write);
    CHECK(findings[0].line == 4);
    CHECK(findings[0].place.thread == Dim3{5, 0, 0});
    CHECK(contains(findings[0].message, "Line 4 writes a __constant__ variable"));
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
  CHECK(contains(rejected.failure.message, "registers"));
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
  CHECK(contains(rejected.failure.message, "subtract"));
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
  CHECK(contains(again.failure.message, "bad.cu did not compile"));
}

TEST_CASE("memory that is smaller than its shape is refused before it is sent") {
  const auto worker = start();
  Addition addition;
  addition.job.buffers[0].description.shape = {101};
  const auto report = worker->simulate(addition.job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::rejected);
  CHECK(contains(report.failure.message, "404"));
}

TEST_CASE("a shape whose size overflows is refused") {
  const auto worker = start();
  Addition addition;
  addition.job.buffers[0].description.shape = {1ull << 32, 1ull << 32, 4};
  const auto report = worker->simulate(addition.job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::rejected);
}
