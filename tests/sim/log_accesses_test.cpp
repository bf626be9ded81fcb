// What is logged of a launch's accesses, for pictures of them.
#include "sim/log_accesses.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "ptx/parser.hpp"

using namespace warplab;
using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

namespace {

// Two rounds: each thread adds 1 to out[i]; then it loads out[out[i]], as far as lanes below 16.
constexpr const char* kKernel = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %i, %b, %n, %t, %v, %r;
  .reg .b64 %a, %o, %c;
  .reg .pred %p, %q;
  ld.param.u64 %c, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mad.lo.s32 %i, %b, %n, %t;
  mul.wide.u32 %o, %i, 4;
  add.s64 %a, %c, %o;
  mov.u32 %r, 0;
  setp.lt.u32 %q, %t, 16;
AGAIN:
  ld.global.u32 %v, [%a];
  add.u32 %v, %v, 1;
  st.global.u32 [%a], %v;
  add.u32 %r, %r, 1;
  setp.lt.u32 %p, %r, 2;
  @%p bra AGAIN;
  mul.wide.u32 %o, %v, 4;
  add.s64 %a, %c, %o;
  @%q ld.global.u32 %v, [%a];
  ret;
})";

constexpr uint32_t kGrid = 4, kThreads = 64;

struct LoggedRun {
  Result<data::AccessLog, sim::Refusal> log{sim::Refusal{}};
  std::vector<std::byte> out = std::vector<std::byte>(kGrid * kThreads * 4);
};

LoggedRun logged(const sim::LogOptions& options, uint32_t launches = 2) {
  LoggedRun made;
  const auto module = ptx::parse(kKernel);
  REQUIRE(module);
  std::vector<sim::Buffer> buffers(1);
  buffers[0].name = "out";
  buffers[0].element = sim::ElementType::u32;
  buffers[0].shape = {kGrid * kThreads};
  buffers[0].bytes = made.out;
  const std::vector<sim::Launch> all(launches,
                                     {"k", {kGrid, 1, 1}, {kThreads, 1, 1}, 0, {{0, {}}}});
  made.log = sim::log_accesses(*module, buffers, all, {}, options);
  return made;
}

uint32_t element(const LoggedRun& logged, size_t i) {
  uint32_t value = 0;
  std::memcpy(&value, logged.out.data() + 4 * i, 4);
  return value;
}

}  // namespace

TEST_CASE("accesses are logged of the chosen blocks, lane by lane and round by round") {
  const LoggedRun made = logged({0, {1, 3}, 0, 1000});
  REQUIRE(made.log);
  CHECK(made.log->completed);
  CHECK_FALSE(made.log->cut);
  REQUIRE(made.log->accesses.size() == 2u * (5 + 4));  // of 2 blocks; the guard stops warp 1
  REQUIRE(made.log->buffers.size() == 1);
  const uint64_t begin = made.log->buffers[0].begin;
  for (const LoggedAccess& access : made.log->accesses) {
    CHECK((access.block == 1 || access.block == 3));
    CHECK(access.space == TraceSpace::global);
    CHECK(access.bytes == 4);
  }
  const auto first = made.log->accesses[0], second = made.log->accesses[2];
  CHECK(first.kind == TraceKind::load);
  CHECK(first.execution == 0);
  CHECK(second.instruction == first.instruction);
  CHECK(second.execution == 1);
  CHECK(first.addresses[5] == begin + 4 * (kThreads + 5));
  CHECK(made.log->accesses[1].kind == TraceKind::store);
  CHECK(made.log->accesses[4].mask == 0xFFFF);  // the guard
  CHECK(made.log->accesses[4].addresses[16] == 0);
}

TEST_CASE("a launch finds what the launches before it have left, and later ones are not logged") {
  const LoggedRun second = logged({1, {0}, 0, 1000}, 3);
  REQUIRE(second.log);
  const uint64_t begin = second.log->buffers[0].begin;
  CHECK(second.log->accesses[4].addresses[0] == begin + 4 * 4);  // 2 of each launch
  const LoggedRun first = logged({0, {0}, 0, 1000}, 3);
  CHECK(first.log->accesses[4].addresses[0] == begin + 4 * 2);
  CHECK(element(second, 0) == 4);
  CHECK(element(second, kThreads) == 2);  // block 1 of the chosen launch is not logged
}

TEST_CASE("a log ends at the most that was asked for, and says so") {
  const LoggedRun made = logged({0, {0}, 0, 3});
  REQUIRE(made.log);
  CHECK(made.log->accesses.size() == 3);
  CHECK(made.log->cut);
  CHECK(made.log->completed);
}

TEST_CASE("accesses of other lines are left out") {
  const LoggedRun made = logged({0, {0}, 7, 1000});  // the text has no lines of a source
  REQUIRE(made.log);
  CHECK(made.log->accesses.empty());
  CHECK(made.log->instructions.empty());
}

TEST_CASE("what the chosen blocks executed is counted where somebody asks, by lines of the PTX") {
  sim::LogOptions options{0, {1}, 0, 1000};
  CHECK(logged(options).log->executed.empty());
  options.count_instructions = true;
  const LoggedRun made = logged(options);
  REQUIRE(made.log);
  uint64_t loads = 0;
  for (const data::ExecutedInstruction& one : made.log->executed) {
    CHECK(one.ptx_line > 0);
    CHECK(one.threads == one.warps * 32);
    if (one.ptx_line == 18) loads = one.warps;  // in the loop
  }
  CHECK(loads == 4);  // two warps, two rounds
  // Nothing else of the log is another.
  LoggedRun plain = logged({0, {1}, 0, 1000});
  CHECK(plain.log->accesses == made.log->accesses);
}

TEST_CASE("a launch or block that is not there is refused") {
  CHECK_FALSE(logged({2, {0}, 0, 1000}).log);
  CHECK_FALSE(logged({-1, {0}, 0, 1000}).log);
  CHECK_FALSE(logged({0, {kGrid}, 0, 1000}).log);
  CHECK_FALSE(logged({0, {1, 1}, 0, 1000}).log);
  CHECK(logged({0, {kGrid - 1}, 0, 1000}).log);
}
