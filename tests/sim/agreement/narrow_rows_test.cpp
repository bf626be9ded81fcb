// Rows of bytes and halves, and what all lanes store in one place, which the simulator loads and
// stores for 32 lanes at a time: memory and counters are those of the specification, whatever the
// lanes' distance.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "specification/specification.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr size_t kBytes = 1024;

struct NarrowRun {
  std::vector<std::byte> memory;
  sim::Counters counters;
  std::vector<sim::Finding> findings;
};

// One warp: a lane loads what lies at `from` + lane * `step` in `space`, of this type, and stores
// its word; then it stores the low bits of that in the second half, as far apart as it loaded them.
std::string narrow_kernel(const std::string& space, const std::string& type, int from, int step) {
  const bool is_shared = space == "shared";
  return fmt::format(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n"
      ".shared .align 16 .b8 tile[512];\n"
      ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd0, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 4;\n"
      "add.s64 %rd1, %rd0, %rd1; mov.u64 %rd3, tile; add.s64 %rd4, %rd0, 512;\n"
      // All of the tile: the first quarter of the buffer, four times.
      "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd5, %rd3, %rd5; ld.global.u32 %r2, [%rd1];\n"
      "st.shared.u32 [%rd5], %r2; st.shared.u32 [%rd5+128], %r2; st.shared.u32 [%rd5+256], %r2;\n"
      "st.shared.u32 [%rd5+384], %r2; bar.sync 0;\n"
      "mul.lo.s32 %r3, %r1, {step}; add.s32 %r3, %r3, {from}; cvt.s64.s32 %rd2, %r3;\n"
      "add.s64 %rd5, {base}, %rd2; ld.{space}.{type} %r4, [%rd5]; bar.sync 0;\n"
      "st.global.u32 [%rd1+256], %r4; add.s64 %rd6, %rd4, %rd2; st.global.{type} [%rd6], %r4;\n"
      "st.{space}.{type} [%rd5], %r1; bar.sync 0; ld.{space}.{type} %r5, [%rd5];\n"
      "st.global.u32 [%rd1+384], %r5; ret;\n}}\n",
      fmt::arg("space", space), fmt::arg("type", type), fmt::arg("from", from),
      fmt::arg("step", step), fmt::arg("base", is_shared ? "%rd3" : "%rd0"));
}

NarrowRun run_narrow(const std::string& text, bool specified) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  NarrowRun ran;
  ran.memory.resize(kBytes);
  for (size_t k = 0; k < kBytes; ++k) ran.memory[k] = static_cast<std::byte>(k * 37 + 101);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u8;
  buffer.shape = {kBytes};
  buffer.bytes = ran.memory;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back({0, {}});
  const std::span<sim::Buffer> buffers(&buffer, 1);
  const std::span<const sim::Launch> launches(&launch, 1);
  if (specified) {
    ran.counters = specification::run(*module, buffers, launches, {}).launches.at(0).total;
    return ran;
  }
  const auto report = sim::simulate(*module, buffers, launches, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  ran.counters = report->launches.at(0).total;
  ran.findings = report->findings;
  return ran;
}

}  // namespace

TEST_CASE("rows of bytes and halves are as specified") {
  for (const std::string space : {"global", "shared"})
    for (const std::string type : {"u8", "s8", "b8", "u16", "s16", "b16"}) {
      const int bytes = type.ends_with("16") ? 2 : 1;
      for (const int step : {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -3})
        for (const int from : {0, 5}) {
          CAPTURE(space);
          CAPTURE(type);
          CAPTURE(step);
          CAPTURE(from);
          const int first = (step < 0 ? 31 * -step : 0) + from;
          const std::string text = narrow_kernel(space, type, first * bytes, step * bytes);
          const NarrowRun simulated = run_narrow(text, false), specified = run_narrow(text, true);
          CHECK(simulated.memory == specified.memory);
          for (size_t k = 0; k < sim::kCounterCount; ++k)
            CHECK_MESSAGE(simulated.counters.values[k] == specified.counters.values[k],
                          sim::name_of(static_cast<sim::Counter>(k)));
          for (const sim::Finding& f : simulated.findings)
            CHECK_MESSAGE(f.kind != sim::FindingKind::out_of_bounds, words::text_of(f));
        }
    }
}

TEST_CASE("what all lanes store in one place is the last one's, in the passes as specified") {
  for (const char* store :
       {"st.shared.u8 [tile], %r1;", "st.shared.u16 [tile], %r1;", "st.shared.u32 [tile], %r1;",
        "st.shared.v2.u32 [tile], {%r1, %r2};", "st.shared.u64 [tile], %rd1;",
        "st.shared.v4.u32 [tile], {%r1, %r2, %r1, %r2};"})
    for (const char* lanes : {"", "setp.lt.u32 %p, %r1, 9; @%p ", "setp.eq.u32 %p, %r1, 4; @%p "}) {
      CAPTURE(store);
      CAPTURE(lanes);
      const std::string text = fmt::format(
          ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n"
          ".shared .align 16 .b8 tile[16];\n"
          ".reg .pred %p; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
          "ld.param.u64 %rd0, [p]; mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, 3;\n"
          "mul.wide.u32 %rd1, %r1, 16; add.s64 %rd2, %rd0, %rd1;\n"
          "mov.u32 %r3, 0; st.shared.v4.u32 [tile], {{%r3, %r3, %r3, %r3}}; bar.sync 0;\n"
          "{}{} bar.sync 0;\n"
          "ld.shared.v4.u32 {{%r3, %r4, %r5, %r6}}, [tile];\n"
          "st.global.v4.u32 [%rd2], {{%r3, %r4, %r5, %r6}}; ret;\n}}\n",
          lanes, store);
      const NarrowRun simulated = run_narrow(text, false), specified = run_narrow(text, true);
      CHECK(simulated.memory == specified.memory);
      for (size_t k = 0; k < sim::kCounterCount; ++k)
        CHECK_MESSAGE(simulated.counters.values[k] == specified.counters.values[k],
                      sim::name_of(static_cast<sim::Counter>(k)));
    }
}
