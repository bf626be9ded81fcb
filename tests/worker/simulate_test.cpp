// Running compiled kernels in the worker: memory, counters, what is printed, variables.
#include "jobs.hpp"

#include "words/text.hpp"
#include "worker/sanitized.hpp"
#include "worker/walk_worker.hpp"

using namespace warplab;
using namespace warplab::worker;

TEST_CASE("results come back in their memory, and inputs stay as they were") {
  const auto worker = start();
  Addition addition;
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
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
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  REQUIRE(report.value->launches.size() == 1);
  const sim::LaunchReport& counted = report.value->launches[0];
  CHECK(counted.completed);
  CHECK(counted.total[sim::Counter::global_load_requests] == 8);
  CHECK(counted.total[sim::Counter::global_store_requests] == 4);
  CHECK(counted.total[sim::Counter::global_store_sectors] == 13);  // 100 ints of 4 bytes
  sim::Counters sum;
  for (const auto& [line, counters] : counted.lines) sum += counters;
  for (size_t i = 0; i < sim::kCounterCount; ++i)
    if (data::is_told_by_line(static_cast<sim::Counter>(i)))
      CHECK(sum.values[i] == counted.total.values[i]);
  CHECK(counted.total[sim::Counter::busiest_warp] > 0);
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
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
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
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
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
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  CHECK(scratch.values() == ramp(32));
}

TEST_CASE("several threads of the simulator start behind the lock and give the same report") {
  const auto worker = start();
  Addition one, four;
  four.job.options.threads = 4;
  const auto alone = worker->simulate(one.job);
  const auto together = worker->simulate(four.job);
  REQUIRE_MESSAGE(alone, words::text_of(alone.failure.says));
  REQUIRE_MESSAGE(together, words::text_of(together.failure.says));
  CHECK(alone.value->launches[0].total == together.value->launches[0].total);
  CHECK(one.out.values() == four.out.values());
}

TEST_CASE("printed output comes back as valid text") {
  const auto worker = start();
  Ints out(std::vector<int>(32, 0));
  Job job;
  job.buffers = {buffer("out", 32, nullptr, &out.memory)};
  job.launches = {launch("talk", {2, 1, 1}, {32, 1, 1}, {address(0)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  CHECK(report.value->output == "caf\xEF\xBF\xBD 0\ncaf\xEF\xBF\xBD 1\n");
}

TEST_CASE("variables of the module can be read, those that there are not are none") {
  const auto worker = start();
  const auto block = worker->variable("warplab_block");
  REQUIRE_MESSAGE(block, words::text_of(block.failure.says));
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
  CHECK_MESSAGE(report, words::text_of(report.failure.says));
}

TEST_CASE("accesses of chosen blocks are logged, and the worker can be used again") {
  const auto worker = start();
  Addition addition;
  const auto log = worker->log_accesses(addition.job, {0, {0}, 4, 1000});
  REQUIRE_MESSAGE(log, words::text_of(log.failure.says));
  CHECK(log.value->completed);
  REQUIRE_FALSE(log.value->accesses.empty());
  for (const data::LoggedAccess& access : log.value->accesses) {
    CHECK(access.line == 4);
    CHECK(access.block == 0);
  }
  const auto none = worker->log_accesses(addition.job, {1, {0}, 0, 1000});
  CHECK_FALSE(none);
  CHECK(none.failure.kind == Failure::Kind::rejected);
  const auto report = worker->simulate(addition.job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  CHECK(report.value->completed);
}

TEST_CASE("a block is walked through in the worker, until it is given something else to run") {
  auto started = WalkWorker::start({});
  REQUIRE_MESSAGE(started, words::text_of(started.failure.says));
  WalkWorker& worker = **started.value;
  CHECK(worker.state_at(0, 0, 0).failure.kind == Failure::Kind::rejected);
  REQUIRE(worker.compile({"kernels.cu", kKernels, 90}));
  Addition addition;
  const auto walk = worker.open_walk(addition.job, {0, 0});
  REQUIRE_MESSAGE(walk, words::text_of(walk.failure.says));
  CHECK(walk.value->positions > 0);
  CHECK(walk.value->number == 0);
  const auto last = worker.state_at(walk.value->positions, 0, 0);
  REQUIRE_MESSAGE(last, words::text_of(last.failure.says));
  CHECK(last.value->splits.empty());
  const auto first = worker.state_at(0, 0, 5);
  REQUIRE_MESSAGE(first, words::text_of(first.failure.says));
  CHECK(first.value->position == 0);
  CHECK_FALSE(first.value->stack.empty());
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::line;
  const auto next = worker.find_state(search, 0, 0);
  REQUIRE_MESSAGE(next, words::text_of(next.failure.says));
  REQUIRE(next.value->has_value());
  CHECK((*next.value)->position > 0);
  search.goal = data::StepSearch::Goal::breakpoint;
  search.breakpoints = {{9999, -1}};
  const auto nowhere = worker.find_state(search, 0, 0);
  REQUIRE_MESSAGE(nowhere, words::text_of(nowhere.failure.says));
  CHECK_FALSE(nowhere.value->has_value());

  const auto none = worker.open_walk(addition.job, {1, 0});
  CHECK(none.failure.kind == Failure::Kind::rejected);
  REQUIRE(worker.open_walk(addition.job, {0, 0}));
  REQUIRE(worker.simulate(addition.job));
  CHECK(worker.state_at(0, 0, 0).failure.kind == Failure::Kind::rejected);
}

namespace {

// What one warp makes of local memory, sums of requests and sectors, by kernel.
constexpr const char* kLocalMemory = R"(
// Stored as doubles and taken out again as floats: in PTX that is a store to local memory.
extern "C" __global__ void another_type(const float* a, const float* b, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * t + 3 < n) {
    alignas(16) float x[4], y[4];
    *reinterpret_cast<double2*>(x) = reinterpret_cast<const double2*>(a)[t];
    *reinterpret_cast<double2*>(y) = reinterpret_cast<const double2*>(b)[t];
    for (int k = 0; k < 4; ++k) x[k] += y[k];
    reinterpret_cast<double2*>(out)[t] = *reinterpret_cast<double2*>(x);
  } else {
    for (int i = 4 * t; i < n; ++i) out[i] = a[i] + b[i];
  }
}
extern "C" __global__ void chosen_when_it_runs(const float* a, float* out) {
  float value[32];
  for (int i = 0; i < 32; ++i) value[i] = a[i];
  out[threadIdx.x] = value[threadIdx.x];
}
__device__ __noinline__ float deeper(const float* a, int n) {
  float value[8];
  for (int i = 0; i < 8; ++i) value[i] = a[i + n];
  value[n & 7] += 1.0f;
  return n == 0 ? 0.0f : deeper(a, n - 1) + value[(n + 3) & 7];
}
extern "C" __global__ void calls_itself(const float* a, float* out) {
  out[threadIdx.x] = deeper(a, threadIdx.x % 4);
}
)";

struct LocalAccesses {
  uint64_t total = 0, by_line = 0;
};

LocalAccesses local_accesses(const char* kernel) {
  const auto worker = start(kLocalMemory);
  const Ints in(std::vector<int>(128, 0));
  const Ints out(std::vector<int>(128, 0));
  Job job;
  job.buffers = {buffer("a", 128, &in.memory, nullptr),
                 buffer("out", 128, &out.memory, &out.memory)};
  job.launches = {launch(kernel, {1, 1, 1}, {32, 1, 1}, {address(0), address(1)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  REQUIRE(report.value->completed);
  const auto sum = [](const sim::Counters& c) {
    return c[sim::Counter::local_load_requests] + c[sim::Counter::local_store_requests] +
           c[sim::Counter::local_load_sectors] + c[sim::Counter::local_store_sectors] +
           c[sim::Counter::local_requests] + c[sim::Counter::local_sectors];
  };
  LocalAccesses found{sum(report.value->launches[0].total)};
  for (const auto& [line, counters] : report.value->launches[0].lines)
    found.by_line += sum(counters);
  return found;
}

}  // namespace

TEST_CASE("local memory is counted where the machine code has it") {
  CHECK(local_accesses("chosen_when_it_runs").total > 0);
  CHECK(local_accesses("chosen_when_it_runs").by_line > 0);
  // The kernel's own frame is empty, and that of the function which calls itself is not.
  CHECK(local_accesses("calls_itself").total > 0);
}

TEST_CASE("local memory that only the PTX has is not counted") {
  // In a file of its own: beside a function with local variables nothing is left out.
  const std::string source = kLocalMemory;
  const std::string alone = source.substr(0, source.find("extern \"C\" __global__ void chosen"));
  const auto worker = start(alone.c_str());
  const Ints in(ramp(128)), out(std::vector<int>(128, 0));
  Job job;
  job.buffers = {buffer("a", 128, &in.memory, nullptr),
                 buffer("out", 128, &out.memory, &out.memory)};
  job.launches = {launch("another_type", {1, 1, 1}, {32, 1, 1},
                         {address(0), address(0), address(1), number(128)})};
  const auto report = worker->simulate(job);
  REQUIRE_MESSAGE(report, words::text_of(report.failure.says));
  for (const sim::Counter c : {sim::Counter::local_store_requests, sim::Counter::local_requests,
                               sim::Counter::local_sectors}) {
    CHECK(report.value->launches[0].total[c] == 0);
    for (const auto& [line, counters] : report.value->launches[0].lines) CHECK(counters[c] == 0);
  }
}
