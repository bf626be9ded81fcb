// Running compiled kernels in the worker: memory, reports, progress, cancelling.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>

#include "worker/sanitized.hpp"
#include "worker/worker.hpp"

using namespace warplab;
using namespace warplab::worker;
using namespace std::chrono_literals;
using Kind = Failure::Kind;

namespace {

// Line numbers matter: a store in line 4, a printf in line 9.
constexpr const char* kKernels = R"(WARPLAB_BLOCK(32, 2, 1);
extern "C" __global__ void add(int* out, const int* a, const int* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
extern "C" __global__ void beyond(int* out, int n) { out[threadIdx.x + n] = 1; }
extern "C" __global__ void talk(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0) printf("caf\xe9 %d\n", blockIdx.x);
}
extern "C" __global__ void wide(double* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
extern "C" __global__ void narrow(unsigned char* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
extern "C" __global__ void spin(volatile int* out) { while (out[0] == 0) {} }
extern "C" __global__ void spin_often(volatile int* out) {
  for (int i = 0; i < 2000; ++i) if (out[0] == 1) break;
}
extern "C" __global__ void churn(int* out) {
  int x = threadIdx.x;
  for (int i = 0; i < 1000 + blockIdx.x % 7; ++i) x = x * 1664525 + (x >> 3);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__device__ char line[4096];
extern "C" __global__ void whisper(int* out) {
  if (threadIdx.x == 0) for (int i = 0; i < 4095; ++i) line[i] = 'x';
  __syncthreads();
  for (int i = 0; i < 5000; ++i) printf("%.0s", line);
  out[threadIdx.x] = 1;
}
extern "C" __global__ void shout(int* out) {
  for (int i = 0; i < 100; ++i) printf("thread %d says hello\n", threadIdx.x);
  out[threadIdx.x] = 1;
}
extern "C" __device__ int counts[4] = {1, 2, 3};
extern "C" __global__ void use_counts(int* out) { out[0] = counts[0]++; }
)";

std::unique_ptr<Worker> start(const char* source = kKernels) {
  auto worker = Worker::start({});
  REQUIRE_MESSAGE(worker, worker.failure.message);
  const auto compiled = (*worker.value)->compile({"kernels.cu", source, 90});
  REQUIRE_MESSAGE(compiled, compiled.failure.message);
  REQUIRE_MESSAGE(compiled.value->ok, compiled.value->log);
  return std::move(*worker.value);
}

// A buffer of ints in shared memory, filled with `values`.
struct Ints {
  explicit Ints(const std::vector<int>& values) : count(values.size()) {
    auto created = SharedMemory::create("ints", values.size() * sizeof(int));
    REQUIRE(created);
    memory = std::move(*created);
    std::memcpy(memory.bytes().data(), values.data(), memory.bytes().size());
  }
  std::vector<int> values() const {
    std::vector<int> copy(count);
    std::memcpy(copy.data(), memory.bytes().data(), memory.bytes().size());
    return copy;
  }
  size_t count;
  SharedMemory memory;
};

JobBuffer buffer(const char* name, size_t count, const SharedMemory* initial,
                 const SharedMemory* result) {
  JobBuffer buffer;
  buffer.description.name = name;
  buffer.description.element = sim::ElementType::i32;
  buffer.description.shape = {count};
  buffer.initial = initial;
  buffer.result = result;
  return buffer;
}

sim::Argument address(int index) {
  sim::Argument argument;
  argument.buffer = index;
  return argument;
}

sim::Argument number(int value) {
  sim::Argument argument;
  argument.value.resize(sizeof value);
  std::memcpy(argument.value.data(), &value, sizeof value);
  return argument;
}

sim::Launch launch(const char* kernel, Dim3 grid, Dim3 block,
                   std::vector<sim::Argument> arguments) {
  sim::Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

std::vector<int> ramp(int count) {
  std::vector<int> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// `out = a + b` over 100 elements in blocks of 32.
struct Addition {
  Addition() : a(ramp(100)), b(ramp(100)), out(std::vector<int>(100, -7)) {
    job.buffers = {buffer("out", 100, nullptr, &out.memory), buffer("a", 100, &a.memory, nullptr),
                   buffer("b", 100, &b.memory, nullptr)};
    job.launches = {
        launch("add", {4, 1, 1}, {32, 1, 1}, {address(0), address(1), address(2), number(100)})};
    job.options.student_file = "kernels.cu";
  }
  Ints a, b, out;
  Job job;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("results come back in their memory, and inputs stay as they were") {
  const auto worker = start();
  Addition addition;
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(report.value->completed);
  CHECK(report.value->findings.empty());
  const std::vector<int> out = addition.out.values();
  for (int i = 0; i < 100; ++i) CHECK(out[static_cast<size_t>(i)] == 2 * i);
  CHECK(addition.a.values() == ramp(100));
}

TEST_CASE("counters come with the report, in total and by line") {
  const auto worker = start();
  Addition addition;
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, report.failure.message);
  REQUIRE(report.value->launches.size() == 1);
  const sim::LaunchReport& counted = report.value->launches[0];
  CHECK(counted.completed);
  CHECK(counted.total[sim::Counter::global_load_requests] == 8);
  CHECK(counted.total[sim::Counter::global_store_requests] == 4);
  CHECK(counted.total[sim::Counter::global_store_sectors] == 13);  // 100 ints of 4 bytes
  sim::Counters sum;
  for (const auto& [line, counters] : counted.lines) sum += counters;
  CHECK(sum == counted.total);
  REQUIRE(counted.lines.count(4) == 1);
  CHECK(counted.lines.at(4)[sim::Counter::global_store_requests] == 4);
}

TEST_CASE("one memory before and after the launches is worked on in place") {
  const auto worker = start();
  Ints values(ramp(32));
  Ints ones(std::vector<int>(32, 1));
  Job job;
  job.buffers = {buffer("values", 32, &values.memory, &values.memory),
                 buffer("ones", 32, &ones.memory, nullptr)};
  const sim::Launch once =
      launch("add", {1, 1, 1}, {32, 1, 1}, {address(0), address(0), address(1), number(32)});
  job.launches = {once, once};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  for (int i = 0; i < 32; ++i) CHECK(values.values()[static_cast<size_t>(i)] == i + 2);
}

TEST_CASE("different memories before and after leave the first as it was") {
  const auto worker = start();
  Ints before(ramp(32)), after(std::vector<int>(32, -1)), ones(std::vector<int>(32, 1));
  Job job;
  job.buffers = {buffer("values", 32, &before.memory, &after.memory),
                 buffer("ones", 32, &ones.memory, nullptr)};
  job.launches = {
      launch("add", {1, 1, 1}, {16, 1, 1}, {address(0), address(0), address(1), number(16)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(before.values() == ramp(32));
  CHECK(after.values()[15] == 16);
  CHECK(after.values()[16] == 16);  // not touched by the launch: the content before it
}

TEST_CASE("scratch memory without a result is the worker's own") {
  const auto worker = start();
  Ints scratch(ramp(32)), ones(std::vector<int>(32, 1));
  Job job;
  job.buffers = {buffer("scratch", 32, &scratch.memory, nullptr),
                 buffer("ones", 32, &ones.memory, nullptr)};
  job.launches = {
      launch("add", {1, 1, 1}, {32, 1, 1}, {address(0), address(0), address(1), number(32)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(scratch.values() == ramp(32));
}

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

TEST_CASE("printed output comes back as valid text") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("talk", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(report.value->output == "caf\xEF\xBF\xBD 0\ncaf\xEF\xBF\xBD 1\n");
}

TEST_CASE("the thread that wrote an element can be asked for") {
  const auto worker = start();
  Addition addition;
  REQUIRE(worker->simulate(addition.job));
  const auto writer = worker->writer_of(0, 70);
  REQUIRE_MESSAGE(writer, writer.failure.message);
  REQUIRE(writer.value->has_value());
  CHECK((*writer.value)->launch == 0);
  CHECK((*writer.value)->place.block == Dim3{2, 0, 0});
  CHECK((*writer.value)->place.thread == Dim3{6, 0, 0});
  for (const auto& [index, element] :
       {std::pair{1, uint64_t{3}}, std::pair{0, uint64_t{100}},
        std::pair{0, std::numeric_limits<uint64_t>::max()}, std::pair{7, uint64_t{0}}}) {
    const auto nobody = worker->writer_of(index, element);
    REQUIRE_MESSAGE(nobody, nobody.failure.message);
    CHECK_FALSE(nobody.value->has_value());
  }
  CHECK_FALSE(worker->writer_of(-1, 0));
}

TEST_CASE("elements of one byte have a writer each") {
  const auto worker = start();
  auto memory = SharedMemory::create("narrow", 64);
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", 64, nullptr, &*memory)};
  job.buffers[0].description.element = sim::ElementType::u8;
  job.launches = {launch("narrow", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  REQUIRE(worker->simulate(job));
  for (const uint64_t index : {0, 1, 33, 63}) {
    const auto writer = worker->writer_of(0, index);
    REQUIRE((writer && writer.value->has_value()));
    CHECK((*writer.value)->place.block.x == index / 32);
    CHECK((*writer.value)->place.thread.x == index % 32);
  }
  CHECK_FALSE(worker->writer_of(0, 64).value->has_value());
}

TEST_CASE("an element that is watched is told with its last writer's line") {
  const auto worker = start();
  Addition addition;
  addition.job.options.watch = {0, 70};
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, report.failure.message);
  REQUIRE(report.value->watched);
  CHECK(report.value->watched->launch == 0);
  CHECK(report.value->watched->place.block == Dim3{2, 0, 0});
  CHECK(report.value->watched->place.thread == Dim3{6, 0, 0});
  CHECK(report.value->watched->line > 0);
  addition.job.options.watch = {1, 3};  // only read
  const auto nobody = worker->simulate(addition.job);
  REQUIRE(nobody);
  CHECK_FALSE(nobody.value->watched);
}

TEST_CASE("elements of eight bytes have one writer each") {
  const auto worker = start();
  auto memory = SharedMemory::create("wide", 64 * sizeof(double));
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", 64, nullptr, &*memory)};
  job.buffers[0].description.element = sim::ElementType::f64;
  job.launches = {launch("wide", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  REQUIRE(worker->simulate(job));
  const auto writer = worker->writer_of(0, 33);
  REQUIRE(writer);
  REQUIRE(writer.value->has_value());
  CHECK((*writer.value)->place.block == Dim3{1, 0, 0});
  CHECK((*writer.value)->place.thread == Dim3{1, 0, 0});
}

TEST_CASE("variables of the module can be read, those that there are not are none") {
  const auto worker = start();
  const auto block = worker->variable("warplab_block");
  REQUIRE_MESSAGE(block, block.failure.message);
  REQUIRE(block.value->has_value());
  const std::vector<uint8_t> expected = {32, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0};
  CHECK(**block.value == expected);
  const auto counts = worker->variable("counts");
  REQUIRE(counts);
  REQUIRE(counts.value->has_value());
  CHECK((*counts.value)->size() == 16);
  CHECK((**counts.value)[8] == 3);
  const auto none = worker->variable("no_such_thing");
  REQUIRE(none);
  CHECK_FALSE(none.value->has_value());
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

TEST_CASE("a kernel that never ends is cancelled, and the worker goes on") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  job.options.max_work_per_warp = std::numeric_limits<uint64_t>::max();
  std::atomic<bool> cancel{false};
  std::thread later([&] {
    std::this_thread::sleep_for(200ms);
    cancel = true;
  });
  const auto report = worker->simulate(job, {}, &cancel);
  later.join();
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::cancelled);
  Addition addition;
  const auto next = worker->simulate(addition.job);
  CHECK_MESSAGE(next, next.failure.message);
}

TEST_CASE("a simulation is stopped at its time limit") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  job.options.max_work_per_warp = std::numeric_limits<uint64_t>::max();
  job.time_limit = 300ms;
  const auto report = worker->simulate(job);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::time_limit);
  CHECK(contains(report.failure.message, "0.3 s"));
}

TEST_CASE("progress is told while a run goes on, and grows from 0 towards 1") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("spin_often", {20'000, 1, 1}, {32, 1, 1}, {address(0)})};
  std::atomic<bool> cancel{false};
  std::vector<double> told;
  const auto report = worker->simulate(
      job,
      [&](double fraction) {
        told.push_back(fraction);
        if (told.size() == 3) cancel = true;
      },
      &cancel);
  REQUIRE_FALSE(report);
  CHECK(report.failure.kind == Kind::cancelled);
  REQUIRE(told.size() >= 3);
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.front() > 0);
  CHECK(told.back() <= 1);
}

TEST_CASE("several threads of the simulator start behind the lock and give the same report") {
  const auto worker = start();
  Addition one, four;
  four.job.options.threads = 4;
  const auto alone = worker->simulate(one.job);
  const auto together = worker->simulate(four.job);
  REQUIRE_MESSAGE(alone, alone.failure.message);
  REQUIRE_MESSAGE(together, together.failure.message);
  CHECK(alone.value->launches[0].total == together.value->launches[0].total);
  CHECK(one.out.values() == four.out.values());
}

TEST_CASE("buffers larger than any memory limit can be simulated" *
          doctest::skip(!kMemoryCanBeLimited)) {
  Limits limits;
  limits.compile_memory = limits.simulation_memory = 512u << 20;
  auto worker = Worker::start(limits);
  REQUIRE(worker);
  REQUIRE((*worker.value)->compile({"kernels.cu", kKernels, 90}));
  const size_t count = size_t{140} << 20;  // 560 MiB, of which little is touched
  auto memory = SharedMemory::create("large", count * sizeof(int));
  REQUIRE(memory);
  Job job;
  job.buffers = {buffer("out", count, &*memory, nullptr)};
  job.launches = {launch("use_counts", {1, 1, 1}, {1, 1, 1}, {address(0)})};
  const auto report = (*worker.value)->simulate(job);
  CHECK_MESSAGE(report, report.failure.message);
}

TEST_CASE("the work of all warps together is limited, at the same place for every thread count") {
  const auto worker = start();
  std::string first;
  for (const unsigned threads : {1u, 2u, 4u}) {
    Ints out(std::vector<int>(64'000, 0));
    Job job;
    job.buffers = {buffer("out", 64'000, nullptr, &out.memory)};
    job.launches = {launch("churn", {2000, 1, 1}, {32, 1, 1}, {address(0)})};
    job.options.threads = threads;
    job.options.student_file = "kernels.cu";
    job.options.max_work = 1'000'000;
    const auto report = worker->simulate(job);
    REQUIRE_MESSAGE(report, report.failure.message);
    CHECK_FALSE(report.value->completed);
    REQUIRE(report.value->findings.size() == 1);
    const sim::Finding& finding = report.value->findings[0];
    CHECK(finding.kind == sim::FindingKind::step_limit);
    CHECK(finding.line > 0);
    CHECK(contains(finding.message, "1 000 000 simple instructions together"));
    const std::string all =
        finding.message + std::to_string(finding.line) + " " +
        std::to_string(report.value->launches[0].total[sim::Counter::warp_instructions]);
    if (first.empty()) first = all;
    CHECK(all == first);
  }
}

TEST_CASE("the work of one launch counts for the next, and what is allowed is not ended") {
  const auto worker = start();
  Ints out(std::vector<int>(64'000, 0));
  Job job;
  job.buffers = {buffer("out", 64'000, nullptr, &out.memory)};
  job.launches = {launch("churn", {20, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto one = worker->simulate(job);
  REQUIRE(one);
  REQUIRE(one.value->completed);
  const uint64_t cost = one.value->work;
  job.launches.push_back(job.launches[0]);
  job.options.max_work = 2 * cost;
  CHECK(worker->simulate(job).value->completed);
  job.options.max_work = 2 * cost - 1;
  const auto less = worker->simulate(job);
  CHECK_FALSE(less.value->completed);
  CHECK(less.value->launches.size() == 2);
}

TEST_CASE("printf that prints nothing is cut too, by what it reads") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("whisper", {1, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(report.value->completed);
  CHECK(report.value->output == "");
  REQUIRE(report.value->findings.size() == 1);
  CHECK(report.value->findings[0].kind == sim::FindingKind::output_limit);
}

TEST_CASE("the text of a run is limited, however many launches print it") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches.assign(3, launch("shout", {1, 1, 1}, {32, 1, 1}, {address(0)}));
  job.options.max_output_bytes = 100'000;  // one launch prints 69 000
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, report.failure.message);
  CHECK(report.value->completed);
  CHECK(report.value->output.size() == 100'000);
  const auto& findings = report.value->findings;
  CHECK(std::any_of(findings.begin(), findings.end(), [](const sim::Finding& finding) {
    return finding.kind == sim::FindingKind::output_limit;
  }));
}
