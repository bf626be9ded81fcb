// What lasts on a device from launch to launch, and what a launch finds there.
#include <doctest/doctest.h>

#include <cstring>

#include "ptx/parser.hpp"
#include "sim/device.hpp"
#include "sim/record.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// add_one(int* x): ++x[thread]; choose(int* x, int* y): if (x[thread] > 0) y[thread] = 7;
// count(): ++total; one thread each that matters, of a block of 32.
constexpr const char* kModule = R"(
.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 total = 40;

.visible .entry add_one(.param .u64 x)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [x];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.s32 %r2, %r2, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}
.visible .entry choose(.param .u64 x, .param .u64 y)
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd4, [y];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  add.s64 %rd5, %rd4, %rd2;
  ld.global.u32 %r2, [%rd3];
  setp.lt.s32 %p1, %r2, 1;
  @%p1 bra $end;
  mov.u32 %r3, 7;
  st.global.u32 [%rd5], %r3;
$end:
  ret;
}
.visible .entry count()
{
  .reg .b32 %r<2>;
  ld.global.u32 %r1, [total];
  add.s32 %r1, %r1, 1;
  st.global.u32 [total], %r1;
  ret;
}
)";

struct Fixture {
  sim::Device device;
  size_t module = 0;
  Fixture() {
    auto parsed = ptx::parse(kModule);
    REQUIRE_MESSAGE(parsed, (parsed ? "" : parsed.error()));
    const auto loaded = device.load(std::move(*parsed));
    REQUIRE(loaded);
    module = *loaded;
  }
  sim::Launch launch_of(const std::string& kernel, std::vector<uint64_t> pointers,
                        uint32_t threads = 32) {
    sim::Launch launch;
    launch.kernel = kernel;
    launch.grid = {1, 1, 1};
    launch.block = {threads, 1, 1};
    for (const uint64_t pointer : pointers) {
      sim::Argument argument;
      argument.value.resize(sizeof pointer);
      std::memcpy(argument.value.data(), &pointer, sizeof pointer);
      launch.arguments.push_back(std::move(argument));
    }
    return launch;
  }
  sim::Report run(const std::string& kernel, std::vector<uint64_t> pointers,
                  sim::Look look = sim::Look::exactly) {
    const auto report = device.launch(
        module, launch_of(kernel, std::move(pointers), kernel == "count" ? 1 : 32), {}, look);
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    return *report;
  }
  uint32_t at(uint64_t address) {
    uint32_t value = 0;
    std::memcpy(&value, device.window().data() + (address - sim::Device::first_address()),
                sizeof value);
    return value;
  }
};

bool has(const sim::Report& report, sim::FindingKind kind) {
  for (const sim::Finding& f : report.findings)
    if (f.kind == kind) return true;
  return false;
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "memory and variables of a device last from launch to launch") {
  const uint64_t x = device.allocate(32 * 4, "x");
  device.has_value(x, 32 * 4);
  for (const sim::Look look : {sim::Look::exactly, sim::Look::counted, sim::Look::exactly}) {
    const sim::Report report = run("add_one", {x}, look);
    CHECK(report.completed);
    CHECK(report.findings.empty());
    CHECK(report.launches.at(0).total[sim::Counter::global_load_sectors] == 4);
  }
  CHECK(at(x) == 3);
  CHECK(at(x + 31 * 4) == 3);
  run("count", {});
  run("count", {});
  const sim::DeviceMemory* total = device.variable(module, "total");
  REQUIRE(total != nullptr);
  CHECK(at(total->begin) == 42);
  device.reset();
  CHECK(at(total->begin) == 40);
  CHECK(device.memory_at(x) == nullptr);
}

TEST_CASE_FIXTURE(Fixture, "what nobody wrote is told until the host or a launch has written it") {
  const uint64_t x = device.allocate(32 * 4, "x"), y = device.allocate(32 * 4, "y");
  CHECK(has(run("choose", {x, y}), sim::FindingKind::uninitialized));
  device.has_value(x, 31 * 4);
  CHECK(has(run("choose", {x, y}), sim::FindingKind::uninitialized));
  device.has_value(x + 31 * 4, 4);
  CHECK_FALSE(has(run("choose", {x, y}), sim::FindingKind::uninitialized));
  CHECK(has(run("choose", {y, x}), sim::FindingKind::uninitialized));
  run("add_one", {y});
  CHECK_FALSE(has(run("choose", {y, x}), sim::FindingKind::uninitialized));
}

TEST_CASE_FIXTURE(Fixture, "a race in memory does not take away the values that it had before") {
  const uint64_t x = device.allocate(32 * 4, "x"), y = device.allocate(32 * 4, "y");
  device.has_value(x, 31 * 4);
  // All blocks add to the same elements: exact tracking looks at every one of them.
  sim::Launch launch = launch_of("add_one", {x});
  launch.grid = {2, 1, 1};
  launch.block = {31, 1, 1};
  const auto report = device.launch(module, launch, {}, sim::Look::exactly);
  REQUIRE(report);
  CHECK(has(*report, sim::FindingKind::race));
  CHECK_FALSE(has(*report, sim::FindingKind::uninitialized));
  CHECK(has(run("choose", {x, y}), sim::FindingKind::uninitialized));
}

TEST_CASE_FIXTURE(Fixture, "memory that was released is told apart from memory that never was") {
  const uint64_t x = device.allocate(32 * 4, "x"), y = device.allocate(16 * 4, "y");
  CHECK(device.release(x));
  CHECK_FALSE(device.release(x));
  CHECK(device.memory_at(x) == nullptr);
  REQUIRE(device.released_at(x + 5) != nullptr);
  device.describe(y, "y", sim::ElementType::i32);
  const sim::Report freed = run("add_one", {x});
  REQUIRE(freed.findings.size() == 2);  // reads and writes
  CHECK(words::text_of(freed.findings[0]).find("`x` has been freed") != std::string::npos);
  const sim::Report beyond = run("add_one", {y});
  REQUIRE(beyond.findings.size() == 2);
  CHECK(
      words::text_of(beyond.findings[0]).find("y[16], 1 element past the end of y (16 elements)") !=
      std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "a launch is recorded for a model, and memory is as it was") {
  const uint64_t x = device.allocate(32 * 4, "x");
  device.has_value(x, 32 * 4);
  run("add_one", {x});
  const auto trace = sim::record(device, module, launch_of("add_one", {x}), {});
  REQUIRE(trace);
  CHECK(trace->blocks.size() == 1);
  REQUIRE(trace->buffers.size() == 1);
  CHECK(trace->buffers[0].name == "x");
  CHECK(at(x) == 1);
}
