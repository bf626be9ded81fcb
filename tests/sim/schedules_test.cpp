// The kernels of the corpus in other orders of blocks, warps and lanes: what is right stays right,
// and what is wrong is found in every one of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Schedule;

namespace {

std::vector<Schedule> all_schedules() {
  using enum Schedule::Kind;
  std::vector<Schedule> all = {
      {reversed}, {lockstep}, {lockstep_reversed}, {lanes_apart}, {lanes_apart_reversed}};
  for (uint64_t seed = 1; seed <= 6; ++seed) all.push_back({delayed, seed});
  for (uint64_t seed = 1; seed <= 8; ++seed) all.push_back({random, seed});
  for (uint64_t seed = 1; seed <= 4; ++seed) all.push_back({late, seed});
  return all;
}

struct Ran {
  std::vector<std::vector<std::byte>> memory;
  sim::Report report;
};

Ran run(const sim_corpus::Entry& entry, const Schedule& schedule, uint64_t steps = 0) {
  const auto text = sim_corpus::ptx(entry, entry.targets.back());
  REQUIRE(text);
  const auto module = ptx::parse(*text);
  REQUIRE(module);
  Ran ran;
  auto buffers = sim_corpus::buffers(entry, ran.memory);
  sim::Options options;
  options.threads = 2;
  options.schedule = schedule;
  options.student_file = entry.name + ".cu";
  if (steps == 0) steps = entry.max_work_per_warp;
  if (steps != 0) options.max_work_per_warp = steps;
  auto report = sim::simulate(*module, buffers, entry.launches, options);
  REQUIRE_MESSAGE(bool(report),
                  entry.name << ": " << (report ? "" : words::text_of(report.why().says)));
  ran.report = std::move(*report);
  return ran;
}

Ran run(const std::string& name, const Schedule& schedule) {
  const auto entry = sim_corpus::load(name);
  REQUIRE_MESSAGE(bool(entry), name);
  return run(*entry, schedule);
}

// One line for each kind and line that findings have; a note is none.
std::string found(const sim::Report& report) {
  std::set<std::string> lines;
  for (const sim::Finding& f : report.findings)
    if (f.kind != sim::FindingKind::note)
      lines.insert(fmt::format("{} line {}\n", sim::name_of(f.kind), f.line));
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Kernels that write down in which order they ran: old values of atomics.
const std::set<std::string> kTellTheOrder = {"global_atomics", "shared_atomic_kinds",
                                             "small_and_large_atomics", "spin_lock_in_loop"};

}  // namespace

TEST_CASE("every kernel of the corpus has the same findings and the same answer in every order") {
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  for (const sim_corpus::Entry& entry : *entries) {
    CAPTURE(entry.name);
    const Ran first = run(entry, {});
    for (const Schedule& schedule : all_schedules()) {
      const std::string order = sim::name_of(schedule);
      CAPTURE(order);
      const Ran ran = run(entry, schedule);
      CHECK(found(ran.report) == found(first.report));
      CHECK(ran.report.completed == first.report.completed);
      if (!first.report.completed || kTellTheOrder.contains(entry.name)) continue;
      for (size_t k = 0; k < ran.memory.size(); ++k)
        CHECK_MESSAGE(ran.memory[k] == first.memory[k], "buffer " << k);
    }
  }
}

TEST_CASE("a kernel that writes down in which order it ran does so differently in other orders") {
  for (const std::string& name : kTellTheOrder) {
    CAPTURE(name);
    const Ran first = run(name, {});
    CHECK(first.report.order_matters);
    CHECK(std::ranges::any_of(all_schedules(), [&](const Schedule& schedule) {
      return run(name, schedule).memory != first.memory;
    }));
  }
}

TEST_CASE("the same order gives the same again") {
  for (const Schedule& schedule : all_schedules())
    CHECK(run("spin_lock_in_loop", schedule).memory == run("spin_lock_in_loop", schedule).memory);
}

TEST_CASE("only a run that executed something which depends on the order says so") {
  for (const char* name :
       {"spin_lock", "last_block", "flag_between_blocks", "compare_and_swap_loop", "device_malloc",
        "flag_between_warps", "acquire_and_release", "grid_barrier"}) {
    CAPTURE(name);
    const Ran ran = run(name, {});
    CHECK(ran.report.order_matters);
    CHECK(ran.report.order_line > 0);
  }
  for (const char* name : {"saxpy", "print", "bitonic_sort", "shared_transpose", "deadlock",
                           "shared_atomics", "monte_carlo", "clocks", "special_registers"}) {
    CAPTURE(name);
    const Ran ran = run(name, {});
    CHECK_FALSE(ran.report.order_matters);
    CHECK(ran.report.order_line == 0);
  }
}

// One place: even blocks add 1, odd ones do `odd` with the block's number. Additions commute with
// additions; with maxima they do not, so that host threads would let chance decide.
std::string two_kinds_of_blocks(const std::string& odd) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
         "\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<9>;\n\t.reg .pred %p<9>;\n"
         "\tld.param.u64 %rd1, [a];\n\tmov.u32 %r1, %ctaid.x;\n\tand.b32 %r2, %r1, 1;\n"
         "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra EVEN;\n\tred.global." +
         odd + " [%rd1], %r1;\n\tret;\nEVEN:\n\tred.global.add.u32 [%rd1], 1;\n\tret;\n}\n";
}

int32_t one_place_after(const std::string& text, unsigned threads) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  int32_t value = 0;
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::i32;
  buffer.shape = {1};
  buffer.bytes = std::as_writable_bytes(std::span(&value, 1));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid.x = 4096;
  launch.block.x = 32;
  launch.arguments = {{0, {}}};
  sim::Options options;
  options.threads = threads;
  const auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  return value;
}

TEST_CASE("atomics of two kinds give the same for every number of host threads") {
  for (const char* odd : {"max.s32", "add.u32", "min.u32", "or.b32"}) {
    CAPTURE(odd);
    const std::string text = two_kinds_of_blocks(odd);
    const int32_t alone = one_place_after(text, 1);
    for (int time = 0; time < 20; ++time) CHECK(one_place_after(text, 4) == alone);
  }
}

// Each block waits until all of `blocks` have come.
sim::Report run_grid_barrier(uint32_t blocks, uint32_t threads, const Schedule& schedule) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a) {
  .reg .pred %p;
  .reg .b32 %t, %n, %x;
  .reg .b64 %a;
  ld.param.u64 %a, [a];
  mov.u32 %t, %tid.x;
  mov.u32 %n, %nctaid.x;
  setp.ne.u32 %p, %t, 0;
  @%p bra all_are_there;
  atom.global.add.u32 %x, [%a], 1;
wait:
  ld.volatile.global.u32 %x, [%a];
  setp.lt.u32 %p, %x, %n;
  @%p bra wait;
all_are_there:
  bar.sync 0;
  ret;
})");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  int32_t value = 0;
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::i32;
  buffer.shape = {1};
  buffer.bytes = std::as_writable_bytes(std::span(&value, 1));
  sim::Launch launch{"k", {blocks, 1, 1}, {threads, 1, 1}, 0, {{0, {}}}};
  sim::Options options;
  options.schedule = schedule;
  auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK((value == static_cast<int32_t>(blocks)) == report->completed);
  return std::move(*report);
}

uint64_t instructions_of_a_grid_barrier(uint32_t blocks, const Schedule& schedule) {
  const sim::Report report = run_grid_barrier(blocks, 1024, schedule);
  CHECK(report.completed);
  return report.launches.at(0).total[sim::Counter::warp_instructions];
}

TEST_CASE("blocks that all wait for one that has no room never end, and that is said") {
  CHECK(run_grid_barrier(320, 1024, {}).completed);
  CHECK_FALSE(run_grid_barrier(321, 1024, {}).completed);
  CHECK(run_grid_barrier(5120, 1, {}).completed);
  const sim::Report report = run_grid_barrier(5121, 1, {});
  CHECK_FALSE(report.completed);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == sim::FindingKind::step_limit);
  CHECK(words::text_of(report.findings[0]).find("waits for blocks that have not begun") !=
        std::string::npos);
}

TEST_CASE("a block that all others wait for gets room, though their warps are stopped in turn") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const Schedule delayed{Schedule::Kind::delayed, seed};
    const uint64_t some = instructions_of_a_grid_barrier(6, delayed);
    CHECK(instructions_of_a_grid_barrier(12, delayed) < 10 * some + 50'000);
  }
}

TEST_CASE("a schedule has a name, and one number stands for the default or a random one") {
  CHECK(sim::name_of(Schedule{}) == "in order");
  CHECK(sim::name_of(Schedule{Schedule::Kind::lockstep, 0}) == "lockstep");
  CHECK(sim::name_of(Schedule{Schedule::Kind::delayed, 3}) == "delayed 3");
  CHECK(Schedule::numbered(0) == Schedule{});
  CHECK(Schedule::numbered(7) == Schedule{Schedule::Kind::random, 7});
}
