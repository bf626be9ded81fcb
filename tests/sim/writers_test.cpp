// Who wrote an element: one thread for each, for elements and stores of every size.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr uint32_t kBlocks = 3, kThreads = 48, kAll = kBlocks * kThreads;

// Thread t of all stores `bytes` bytes, as the piece of that size which is t-th from the end.
std::string kernel_storing(unsigned bytes) {
  const char* const store = bytes == 1   ? "st.global.u8 [%a], %i;"
                            : bytes == 2 ? "st.global.u16 [%a], %i;"
                            : bytes == 4 ? "st.global.u32 [%a], %i;"
                            : bytes == 8 ? "st.global.v2.u32 [%a], {%i, %i};"
                                         : "st.global.v4.u32 [%a], {%i, %i, %i, %i};";
  return fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .b32 %i, %b, %n;
  .reg .b64 %a, %o;
  ld.param.u64 %a, [out];
  mov.u32 %i, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mad.lo.s32 %i, %b, %n, %i;
  sub.s32 %i, {}, %i;
  mul.wide.u32 %o, %i, {};
  add.s64 %a, %a, %o;
  {}
  ret;
}})",
                     kAll - 1, bytes, store);
}

std::vector<uint32_t> writers(sim::ElementType element, unsigned bytes, unsigned threads) {
  const auto module = ptx::parse(kernel_storing(bytes));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(kAll * bytes);
  sim::Buffer out;
  out.name = "out";
  out.element = element;
  out.shape = {memory.size() / sim::bytes_of(element)};
  out.bytes = memory;
  sim::Launch launch{"k", {kBlocks, 1, 1}, {kThreads, 1, 1}, 0, {{0, {}}}};
  sim::Options options;
  options.threads = threads;
  const auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  REQUIRE(report->findings.empty());
  CHECK(report->writer_launch == std::vector<int>{0});
  REQUIRE(report->writers.size() == 1);
  return report->writers[0];
}

}  // namespace

TEST_CASE("the writer of each element is named, for elements and stores of every size") {
  using enum sim::ElementType;
  for (const sim::ElementType element : {u8, i16, f16, u32, f32, i64, f64})
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
      // A unit is an element, or 4 bytes of it; smaller stores to it are by several threads.
      const unsigned unit = std::min(4u, sim::bytes_of(element));
      if (bytes < unit) continue;
      CAPTURE(sim::bytes_of(element));
      CAPTURE(bytes);
      std::vector<uint32_t> expected;
      for (uint32_t u = 0; u < kAll * bytes / unit; ++u)
        expected.push_back(kAll - u * unit / bytes);
      CHECK(writers(element, bytes, 1) == expected);
      CHECK(writers(element, bytes, 3) == expected);
    }
}
