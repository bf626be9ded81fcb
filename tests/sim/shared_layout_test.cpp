// Where shared variables lie: in the banks in which they lie on a GPU.
#include <doctest/doctest.h>

#include <string>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Counter;

namespace {

// Lanes 0 to 15 store one column of the array `lo`, the others one of `hi`: rows of 33 words.
uint64_t conflicts(const std::string& declarations, uint32_t dynamic = 0) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_80\n.address_size 64\n.extern .shared .align 4 .b8 more[];\n"
      ".visible .entry k()\n{ .reg .pred %p1; .reg .b32 %r<9>; .reg .b64 %rd1;\n" +
      declarations +
      "mov.u32 %r1, %tid.x; mov.u32 %r2, lo; mov.u32 %r3, hi; setp.lt.u32 %p1, %r1, 16;\n"
      "selp.u32 %r4, %r2, %r3, %p1; and.b32 %r5, %r1, 15; mad.lo.u32 %r6, %r5, 132, %r4;\n"
      "st.shared.u32 [%r6], %r1; ret; }");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.dynamic_shared_bytes = dynamic;
  const auto report = sim::simulate(*module, {}, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  return report->launches[0].total[Counter::shared_store_bank_conflicts];
}

}  // namespace

TEST_CASE("two shared arrays have the banks that they have one behind the other") {
  // 16 rows of 33 words end in bank 16, where the other array begins.
  CHECK(conflicts(".shared .align 4 .b8 lo[2112]; .shared .align 4 .b8 hi[2112];") == 0);
  // 16 rows of 34 words: it begins in the same bank as the first.
  CHECK(conflicts(".shared .align 4 .b8 lo[2176]; .shared .align 4 .b8 hi[2176];") == 1);
  // Something in front moves both.
  CHECK(conflicts(".shared .align 4 .b8 x[20]; .shared .align 4 .b8 lo[2112]; .shared .align 4 "
                  ".b8 hi[2112];") == 0);
  // Something between them, whose end is rounded up to the alignment of the next.
  CHECK(conflicts(".shared .align 4 .b8 lo[2112]; .shared .align 1 .b8 x[61]; .shared .align 4 "
                  ".b8 hi[2112];") == 1);
  // Dynamic shared memory lies behind all of them.
  CHECK(conflicts(".shared .align 4 .b8 lo[2112]; .reg .b32 hi; mov.u32 hi, more;", 2112) == 0);
}
