// The sweep before exact tracking sees the whole run, whatever made it necessary.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"

using namespace warplab;

namespace {

// 16 threads, of which the upper half asks for a value of lanes that there are not, and throws it
// away. Then each stores its number: at its own place, or all of them at one.
std::string shuffle_and_store(unsigned stride) {
  return fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %v;
  .reg .b64 %a, %o;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  shfl.sync.down.b32 %v|%p, %t, 8, 31, 65535;
  mul.wide.u32 %o, %t, {};
  add.s64 %a, %a, %o;
  st.global.u32 [%a], %t;
  ret;
}})",
                     stride);
}

sim::Report run(const std::string& text) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(64);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {16};
  out.bytes = memory;
  sim::Launch launch{"k", {1, 1, 1}, {16, 1, 1}, 0, {{0, {}}}};
  auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), {});
  REQUIRE_MESSAGE(report, (report ? "" : report.error()));
  CHECK(report->completed);
  CHECK(report->races_checked);
  return std::move(*report);
}

}  // namespace

TEST_CASE("a race behind a shuffle from a lane that is not there is found") {
  const sim::Report report = run(shuffle_and_store(0));
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == sim::FindingKind::race);
}

TEST_CASE("who wrote what is known behind a shuffle from a lane that is not there") {
  const sim::Report report = run(shuffle_and_store(4));
  CHECK(report.findings.empty());
  REQUIRE(report.writers.size() == 1);
  std::vector<uint32_t> each;
  for (uint32_t thread = 1; thread <= 16; ++thread) each.push_back(thread);
  CHECK(report.writers[0] == each);
}
