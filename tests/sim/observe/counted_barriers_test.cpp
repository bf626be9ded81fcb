// Barriers that name how many threads they are for: all of the block, or some of it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "one_block.hpp"

using namespace warplab;

namespace {

// 64 threads put their number into a tile, do `between`, and take out what thread 63 - t has put
// there. %upper is true in the second warp.
sim::Report turned(const std::string& between) {
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .pred %upper;
  .reg .b32 %t, %s, %x;
  .reg .b64 %a, %o;
  .shared .align 4 .b8 tile[256];
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  setp.ge.u32 %upper, %t, 32;
  mul.wide.u32 %o, %t, 4;
  add.s64 %a, %a, %o;
  mov.u32 %s, tile;
  mad.lo.u32 %s, %t, 4, %s;
  st.shared.u32 [%s], %t;
  {}
  mov.u32 %x, tile;
  add.u32 %s, %x, 252;
  mul.lo.u32 %x, %t, 4;
  sub.u32 %s, %s, %x;
  ld.shared.u32 %x, [%s];
  st.global.u32 [%a], %x;
  ret;
}})",
                                       between);
  return run_one_block(text, 64);
}

bool has_race(const sim::Report& report) {
  return !report.findings.empty() && report.findings[0].kind == sim::FindingKind::race;
}

}  // namespace

TEST_CASE("a barrier that names all threads of the block orders them without exact tracking") {
  for (const char* barrier : {"bar.sync 0;", "bar.sync 0, 64;", "barrier.sync.aligned 3, 64;"}) {
    CAPTURE(std::string(barrier));
    const sim::Report report = turned(barrier);
    CHECK(report.findings.empty());
    CHECK(report.tracking_work == 0);
  }
}

TEST_CASE("a barrier for a part of the block, or one at which some only arrive, does not") {
  // Each warp for itself.
  CHECK(has_race(turned("@%upper bar.sync 1, 32; @!%upper bar.sync 2, 32;")));
  // The first warp goes on at once, and reads what the second may not have put there.
  CHECK(has_race(turned("@!%upper bar.arrive 1, 64; @%upper bar.sync 1, 64;")));
  // The second warp only arrives, stores to its places once more, and is gone before the first one
  // goes on.
  CHECK(
      has_race(turned("@!%upper bar.sync 1, 64; @%upper bar.arrive 1, 64; "
                      "@%upper st.shared.u32 [%s], 7; @%upper exit;")));
  // The first warp is gone, and whoever is left waits for each other only: at another barrier, or
  // at the same one in a phase of its own.
  CHECK(has_race(turned("@!%upper exit; bar.sync 1, 32;")));
  CHECK(has_race(turned("@!%upper bar.arrive 1, 64; @!%upper exit; bar.sync 2, 32;")));
  CHECK(has_race(turned("@!%upper bar.arrive 1, 32; @!%upper exit; bar.sync 1, 32;")));
  // A barrier that names no number waits for those who are gone.
  CHECK_FALSE(has_race(turned("@!%upper exit; bar.sync 1;")));
  // The first one waits for the second afterwards, where that arrives: the sweep sees that all is
  // well, without exact tracking.
  const sim::Report both = turned(
      "@!%upper bar.arrive 1, 64; @%upper bar.sync 1, 64; "
      "@%upper bar.arrive 2, 64; @!%upper bar.sync 2, 64;");
  CHECK(both.findings.empty());
  CHECK(both.tracking_work == 0);
  CHECK(both.races_checked);
}

TEST_CASE(
    "who updates a word atomically must have behind him who stored there, not others' updates") {
  // Thread 0 stores, its warp and the second one meet, and those of `who` add.
  const auto added = [](const std::string& who) {
    return run_one_block(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .pred %first, %third, %adds;
  .reg .b32 %t;
  .shared .align 4 .b8 word[4];
  mov.u32 %t, %tid.x;
  setp.eq.u32 %first, %t, 0;
  setp.ge.u32 %third, %t, 64;
  @%first st.shared.u32 [word], %t;
  @!%third bar.sync 1, 64;
  {}
  @%adds red.shared.add.u32 [word], 1;
  ret;
}})",
                                     who),
                         96);
  };
  const sim::Report met = added("setp.eq.u32 %adds, %t, 32;");
  CHECK(met.findings.empty());
  CHECK(met.tracking_work == 0);
  CHECK(has_race(added("and.b32 %t, %t, 31; setp.eq.u32 %adds, %t, 0;")));
}
