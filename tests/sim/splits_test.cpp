#include "sim/state/splits.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

sim::Split numbered(uint32_t number) {
  sim::Split split;
  split.mask = number;
  return split;
}

std::vector<uint32_t> numbers_of(const sim::Splits& splits) {
  std::vector<uint32_t> numbers;
  for (const sim::Split& s : splits) numbers.push_back(s.mask);
  return numbers;
}

}  // namespace

TEST_CASE("splits leave in the order in which they came, however many there are between") {
  for (const size_t most : {1, 2, 3, 5, 32}) {
    CAPTURE(most);
    sim::Splits splits;
    std::deque<uint32_t> same;
    uint32_t next = 0;
    for (size_t round = 0; round < 200; ++round) {
      while (same.size() < 1 + (round * 7) % most) {
        splits.push_back(numbered(++next));
        same.push_back(next);
      }
      REQUIRE(splits.front().mask == same.front());
      splits.pop_front();
      same.pop_front();
      REQUIRE(splits.size() == same.size());
      REQUIRE(splits.empty() == same.empty());
      REQUIRE(numbers_of(splits) == std::vector<uint32_t>(same.begin(), same.end()));
    }
  }
}

TEST_CASE("a split may go in front of all, out of the middle, and be another one") {
  sim::Splits splits;
  splits.push_front(numbered(2));
  splits.push_front(numbered(1));
  for (uint32_t k = 3; k < 9; ++k) splits.push_back(numbered(k));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  splits.pop_front();
  splits.erase(1);
  splits.set(0, numbered(20));
  splits.push_front(numbered(10));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{10, 20, 4, 5, 6, 7, 8});
  splits.truncate(2);
  const sim::Splits copy = splits;  // as a checkpoint makes it
  splits.clear();
  CHECK(splits.empty());
  CHECK(numbers_of(copy) == std::vector<uint32_t>{10, 20});
  splits.push_back(numbered(7));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{7});
}

// Where lanes that have parted take turns in two loops, the registers of one side of the branch may
// lie where those of the other do.
TEST_CASE("what lanes do in narrow registers leaves the wide ones of lanes elsewhere as they are") {
  const auto module = ptx::parse(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p<4>; .reg .b16 %rs<8>; .reg .b32 %r<16>; .reg .b64 %rd<4>;
ld.param.u64 %rd0, [p]; mov.u32 %r1, %tid.x;
mul.wide.u32 %rd1, %r1, 4; add.s64 %rd1, %rd0, %rd1;
setp.ge.u32 %p0, %r1, 16;
@%p0 bra wide;
mov.u32 %r2, 0;
narrow: cvt.u16.u32 %rs0, %r2; neg.s16 %rs1, %rs0; add.s16 %rs2, %rs0, %rs1;
mad.lo.s16 %rs3, %rs0, %rs1, %rs2; selp.b16 %rs4, %rs0, %rs3, %p0; mov.u16 %rs5, 1;
add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 4; @%p1 bra narrow;
cvt.s32.s16 %r3, %rs4; st.global.u32 [%rd1], %r3;
cvt.s32.s16 %r3, %rs2; cvt.s32.s16 %r3, %rs5;
bra.uni end;
wide: mov.u32 %r4, 0x12349876; mov.u32 %r5, 0x02349876; mov.u32 %r6, 0x00349876;
mov.u32 %r7, 0x00049876; mov.u32 %r8, 0x00309876; mov.u32 %r9, 0x00249876; mov.u32 %r10, 0;
again: add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 4; @%p1 bra again;
xor.b32 %r4, %r4, %r5; xor.b32 %r4, %r4, %r6; xor.b32 %r4, %r4, %r7; xor.b32 %r4, %r4, %r8;
xor.b32 %r4, %r4, %r9; st.global.u32 [%rd1], %r4;
end: ret;
}
)");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(32 * 4);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {32};
  buffer.bytes = memory;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back({0, {}});
  const std::span<sim::Buffer> buffers(&buffer, 1);
  const std::span<const sim::Launch> launches(&launch, 1);
  const auto report = sim::simulate(*module, buffers, launches, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->findings.empty());
  for (size_t lane = 0; lane < 32; ++lane) {
    uint32_t word = 0;
    std::memcpy(&word, memory.data() + lane * 4, 4);
    CAPTURE(lane);
    CHECK(word == (lane < 16 ? ~0u - 8
                             : 0x12349876u ^ 0x02349876u ^ 0x00349876u ^ 0x00049876u ^ 0x00309876u ^
                                   0x00249876u));
  }
}
