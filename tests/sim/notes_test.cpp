// What is noted of a kernel that runs as it should: constants that a warp gets one by one, and
// calls that go deeper than the stack of a GPU's thread.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// The findings of one warp that runs the kernel `k(out)`, as sentences.
std::vector<std::string> said_of(const std::string& ptx) {
  const auto module = ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + ptx);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> bytes(128);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {32};
  out.bytes = bytes;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back({0, {}});
  const auto report = sim::simulate(*module, {&out, 1}, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  std::vector<std::string> said;
  for (const sim::Finding& finding : report->findings) said.push_back(words::text_of(finding));
  return said;
}

// Each lane loads table[lane / `lanes_together`].
std::vector<std::string> said_of_constants(unsigned lanes_together) {
  return said_of(fmt::format(R"(.const .align 4 .b8 table[128];
.file 1 "kernel.cu"
.visible .entry k(.param .u64 out) {{
  .reg .b32 %t, %v;
  .reg .b64 %a, %c, %o;
  .loc 1 3 1
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %o, %t, 4;
  add.s64 %a, %a, %o;
  div.u32 %t, %t, {};
  mul.wide.u32 %o, %t, 4;
  mov.u64 %c, table;
  add.s64 %c, %c, %o;
  .loc 1 4 1
  ld.const.u32 %v, [%c];
  st.global.u32 [%a], %v;
  ret;
}})",
                             lanes_together));
}

// Calls itself so often; each call has so many bytes of its own.
std::vector<std::string> said_of_calls(unsigned deep, unsigned bytes) {
  const std::string local = bytes == 0 ? "" : fmt::format(".local .align 8 .b8 own[{}];", bytes);
  return said_of(fmt::format(R"(.file 1 "kernel.cu"
.func (.param .b32 r) down(.param .b32 n) {{
  {}
  .reg .b32 %a, %b;
  .reg .pred %p;
  .loc 1 2 1
  ld.param.u32 %a, [n];
  setp.eq.u32 %p, %a, 0;
  @%p bra END;
  sub.u32 %b, %a, 1;
  {{
  .param .b32 q;
  .param .b32 s;
  st.param.b32 [q], %b;
  call.uni (s), down, (q);
  ld.param.b32 %b, [s];
  }}
  add.u32 %a, %a, %b;
END:
  st.param.b32 [r], %a;
  ret;
}}
.visible .entry k(.param .u64 out) {{
  .reg .b32 %v;
  .reg .b64 %a;
  .loc 1 5 1
  ld.param.u64 %a, [out];
  mov.u32 %v, {};
  {{
  .param .b32 q;
  .param .b32 s;
  st.param.b32 [q], %v;
  call.uni (s), down, (q);
  ld.param.b32 %v, [s];
  }}
  ret;
}})",
                             local, deep));
}

}  // namespace

TEST_CASE("lanes that read different constants are noted, and those that read one are not") {
  REQUIRE(said_of_constants(1).size() == 1);
  CHECK(
      said_of_constants(1)[0].starts_with("Line 4: the lanes of a warp read different constants."));
  CHECK(said_of_constants(32).empty());
  CHECK(said_of_constants(8).empty());  // four words of one sector: too little to be told
}

TEST_CASE("calls deeper than a thread's stack on a GPU are noted once, and shallow ones are not") {
  CHECK(said_of_calls(30, 0).empty());
  REQUIRE(said_of_calls(40, 0).size() == 1);
  CHECK(said_of_calls(40, 0)[0].starts_with("Line 2: the recursion is 33 calls deep here."));
  CHECK(said_of_calls(9, 64).empty());
  REQUIRE(said_of_calls(12, 64).size() == 1);
}
