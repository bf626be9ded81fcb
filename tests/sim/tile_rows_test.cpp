// Warps that cover several rows of a tile, as those of blocks of 16 x 16 threads do: they are
// served row by row, with the memory and the counters of lanes that go one by one, and no race
// between rows is missed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/observer.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// Sees every lane of every access, so that none of them goes by rows.
struct LaneByLane : sim::Observer {
  sim::Wants wants() const override {
    sim::Wants all;
    all.loads = all.stores = true;
    return all;
  }
};

// Each thread of a block that is `width` wide loads its element of a matrix of 64 columns, puts it
// into a tile, and stores what `load` reads there, in an offset of a row and one of a column:
// %r3 = 4 y, %r4 = 4 x, %r5 = pitch * y, %r6 = pitch * x. Then it stores it in the tile once more.
std::string kernel(int pitch, const std::string& barrier, const std::string& load) {
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 in, .param .u64 out)\n{{\n"
      ".shared .align 16 .b8 tile[8192]; .reg .b32 %r<16>; .reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
      "mov.u32 %r2, %tid.y; shl.b32 %r3, %r2, 2; shl.b32 %r4, %r1, 2;\n"
      "mul.lo.s32 %r5, %r2, {0}; mul.lo.s32 %r6, %r1, {0}; shl.b32 %r7, %r2, 6;\n"
      "add.s32 %r7, %r7, %r1; mul.wide.u32 %rd3, %r7, 4; add.s64 %rd1, %rd1, %rd3;\n"
      "add.s64 %rd2, %rd2, %rd3; ld.global.u32 %r8, [%rd1]; mov.u32 %r9, tile;\n"
      "add.s32 %r10, %r9, %r5; add.s32 %r10, %r10, %r4; st.shared.u32 [%r10], %r8;\n"
      "{1}\n{2}\nst.global.u32 [%rd2], %r11; bar.sync 0; st.shared.u32 [%r10], %r11; ret;\n}}\n",
      pitch, barrier, load);
}

constexpr const char* kOwn = "ld.shared.u32 %r11, [%r10];";
constexpr const char* kTransposed =
    "add.s32 %r12, %r9, %r6; add.s32 %r12, %r12, %r3; ld.shared.u32 %r11, [%r12];";
constexpr const char* kOfRow = "add.s32 %r12, %r9, %r5; ld.shared.u32 %r11, [%r12+8];";
constexpr const char* kOfColumn = "add.s32 %r12, %r9, %r4; ld.shared.u32 %r11, [%r12];";

struct RanTile {
  std::vector<uint32_t> out;
  sim::Report report;
};

RanTile run(const std::string& text, uint32_t width, uint32_t height, bool by_lane) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  RanTile ran;
  std::vector<uint32_t> in(64 * 64);
  for (size_t k = 0; k < in.size(); ++k) in[k] = static_cast<uint32_t>(k * k + 17);
  ran.out.resize(in.size());
  std::vector<sim::Buffer> buffers(2);
  const auto describe = [](sim::Buffer& b, const char* name, std::vector<uint32_t>& words) {
    b.name = name;
    b.element = sim::ElementType::u32;
    b.shape = {words.size()};
    b.bytes = std::as_writable_bytes(std::span(words));
  };
  describe(buffers[0], "in", in);
  describe(buffers[1], "out", ran.out);
  const sim::Launch launch{"k", {1, 1, 1}, {width, height, 1}, 0, {{0, {}}, {1, {}}}};
  LaneByLane observer;
  auto report = by_lane ? sim::simulate_observed(*module, buffers, {&launch, 1}, {}, observer)
                        : sim::simulate(*module, buffers, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  ran.report = std::move(*report);
  return ran;
}

}  // namespace

TEST_CASE("rows of a tile leave the memory and the counters that their lanes leave one by one") {
  for (const uint32_t width : {16u, 8u, 4u, 10u, 20u, 31u})
    for (const int pitch : {64, 68, 128})
      for (const char* const load : {kOwn, kTransposed, kOfRow, kOfColumn}) {
        CAPTURE(width);
        CAPTURE(pitch);
        CAPTURE(load);
        // As high as it is wide, or a little less, where that is no whole number of warps.
        const uint32_t height = width == 31 ? 16 : width;
        if (static_cast<int>(4 * width) > pitch) continue;
        const std::string text = kernel(pitch, "bar.sync 0;", load);
        const RanTile rows = run(text, width, height, false);
        const RanTile lanes = run(text, width, height, true);
        CHECK(rows.out == lanes.out);
        CHECK(rows.report.work == lanes.report.work);
        for (size_t k = 0; k < sim::kCounterCount; ++k)
          CHECK_MESSAGE(rows.report.launches.at(0).total.values[k] ==
                            lanes.report.launches.at(0).total.values[k],
                        sim::name_of(static_cast<sim::Counter>(k)));
        for (const sim::Finding& f : rows.report.findings)
          CHECK_MESSAGE(f.kind == sim::FindingKind::uninitialized, words::text_of(f));
      }
}

TEST_CASE("a tile that is read before the barrier races, whichever part of a row meets another") {
  for (const uint32_t width : {16u, 8u})
    for (const char* const load : {kTransposed, kOfColumn}) {
      CAPTURE(width);
      CAPTURE(load);
      const RanTile racy = run(kernel(64, "", load), width, width, false);
      const bool has_race = std::ranges::any_of(racy.report.findings, [](const sim::Finding& f) {
        return f.kind == sim::FindingKind::race || f.kind == sim::FindingKind::warp_synchronous;
      });
      CHECK(has_race);
    }
}

TEST_CASE("a row of a tile that is stored over another one of the same warp is a race") {
  // A pitch of 32 bytes for rows of 64: the second half of each row is the first of the next.
  const RanTile racy = run(kernel(32, "bar.sync 0;", kOwn), 16, 16, false);
  CHECK_FALSE(racy.report.findings.empty());
  CHECK(racy.report.findings.at(0).kind == sim::FindingKind::race);
}
