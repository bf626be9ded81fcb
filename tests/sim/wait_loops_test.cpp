#include "sim/wait_loops.hpp"

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"

using namespace warplab;

namespace {

// Warp 0 waits, by `loop`, for a word that the last of `warps` warps sets to 1.
std::string kernel(const std::string& loop) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 a)\n{\n"
         ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %d<4>;\n"
         "ld.param.u64 %d1, [a];\ncvta.to.global.u64 %d1, %d1;\n"
         "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nsub.u32 %r2, %r2, 32;\n"
         "mov.u32 %r9, 0;\nmov.u32 %r10, 1;\nmov.u32 %r11, 100;\n"
         "setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra SET;\n"
         "setp.ge.u32 %p2, %r1, 32;\n@%p2 bra END;\n" +
         loop + "bra END;\nSET:\nst.volatile.global.u32 [%d1], %r10;\nEND:\nret;\n}\n";
}

size_t waits_in(const std::string& loop) {
  const auto module = ptx::parse(kernel(loop));
  REQUIRE(module);
  const ptx::Function& f = module->functions[0];
  return sim::wait_loops(f, ptx::control_flow(f)).ends.size();
}

sim::Counters counted(const std::string& loop, uint32_t warps) {
  const auto module = ptx::parse(kernel(loop));
  REQUIRE(module);
  std::vector<uint32_t> words(64);
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {words.size()};
  buffer.bytes = std::as_writable_bytes(std::span(words));
  sim::Launch launch;
  launch.kernel = "k";
  launch.arguments = {{0, {}}};
  launch.block.x = warps * 32;
  const auto report = sim::simulate(*module, {&buffer, 1}, {&launch, 1}, {});
  REQUIRE(report);
  return report->launches[0].total;
}

const std::string kPoll = "L: ld.volatile.global.u32 %r3, [%d1];\nsetp.eq.u32 %p3, %r3, 0;\n";
const std::string kWait = kPoll + "@%p3 bra L;\n";
const std::string kCounts =
    kPoll + "add.u32 %r9, %r9, 1;\n@%p3 bra L;\nst.global.u32 [%d1+4], %r9;\n";
const std::string kStores = kPoll + "st.global.u32 [%d1+8], %r1;\n@%p3 bra L;\n";
const std::string kClock = kPoll + "mov.u32 %r4, %clock;\n@%p3 bra L;\n";
const std::string kBacksOff =
    kPoll + "nanosleep.u32 %r11;\nshl.b32 %r11, %r11, 1;\nmin.u32 %r11, %r11, 256;\n@%p3 bra L;\n";

}  // namespace

TEST_CASE("a loop only waits where a trip leaves nothing behind") {
  CHECK(waits_in(kWait) == 1);
  CHECK(waits_in(kBacksOff) == 1);
  CHECK(waits_in(
            "L: atom.global.add.u32 %r3, [%d1], 0;\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra L;\n") == 1);
  CHECK(waits_in(
            "L: atom.global.add.u32 %r3, [%d1], 1;\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra L;\n") == 0);
  CHECK(waits_in("L: ld.global.u32 %r3, [%d1];\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra L;\n") == 0);
  CHECK(waits_in(kCounts) == 0);
  CHECK(waits_in(kStores) == 0);
  CHECK(waits_in(kClock) == 0);
}

TEST_CASE("who only waits is counted once") {
  using enum sim::Counter;
  for (const uint32_t warps : {2u, 5u}) {
    CHECK(counted(kWait, warps)[global_load_requests] == 1);
    // What it does beside waiting counts as often as it does it.
    CHECK(counted(kCounts, warps)[global_load_requests] > 1);
  }
}

TEST_CASE("a sleep weighs what it names, and little where it waits") {
  const auto weight = [](const std::string& loop) {
    const sim::Counters c = counted(loop, 2);
    return c[sim::Counter::weighted_instructions] - c[sim::Counter::warp_instructions];
  };
  CHECK(weight("nanosleep.u32 %r11;\n") == 99);
  CHECK(weight("mov.u32 %r11, 4000000000;\nnanosleep.u32 %r11;\n") == 999'999);
  CHECK(weight(kPoll + "nanosleep.u32 %r11;\n@%p3 bra L;\n") == 1);
}
