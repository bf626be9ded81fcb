// What is told of a race that comes of another fault.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"

using namespace warplab;

namespace {

// What is told of the races of k(out), whose line numbers are those of k.cu. %t is the thread's
// number in its block of 64, %a the address of its own word of out, %s that of its word of a tile.
std::string told_of_races(const std::string& steps) {
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "k.cu"
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %s, %o, %x;
  .reg .b64 %a, %d;
  .shared .align 4 .b8 tile[256];
  .loc 1 1 0
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %d, %t, 4;
  add.s64 %a, %a, %d;
  mov.u32 %x, tile;
  mad.lo.u32 %s, %t, 4, %x;
  {}
  ret;
}})",
                                       steps);
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  constexpr uint32_t threads = 64;
  std::vector<std::byte> memory(size_t{4} * threads);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {threads};
  out.bytes = memory;
  sim::Launch launch{"k", {1, 1, 1}, {threads, 1, 1}, 0, {{0, {}}}};
  sim::Options options;
  options.student_file = "k.cu";
  options.always_exact = true;
  const auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : report.error()));
  std::string told;
  for (const sim::Finding& f : report->findings)
    if (f.kind == sim::FindingKind::race) told += f.message + "\n";
  return told;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Puts a number into the tile, comes to barriers, and takes out another's.
std::string turned(const std::string& barrier_for_some, const std::string& barrier) {
  return fmt::format(R"(
  .loc 1 3 0
  st.shared.u32 [%s], %t;
  .loc 1 4 0
  setp.lt.u32 %p, %t, 32;
  @!%p bra behind;
  {}
behind:
  .loc 1 6 0
  {}
  add.u32 %o, %x, 252;
  shl.b32 %t, %t, 2;
  sub.u32 %o, %o, %t;
  .loc 1 7 0
  ld.shared.u32 %o, [%o];
  st.global.u32 [%a], %o;)",
                     barrier_for_some, barrier);
}

}  // namespace

TEST_CASE("where the line of a race leaves the bounds, too, that is to be mended first") {
  const std::string beyond = R"(
  and.b32 %o, %t, 31;
  mad.lo.u32 %s, %o, 4, %x;
  .loc 1 7 0
  st.shared.u32 [%s+132], %t;)";
  const std::string told = told_of_races(beyond);
  CAPTURE(told);
  CHECK(has(told, "this line also leaves the bounds (see \"in bounds\"). Mend that first"));
  const std::string inside = told_of_races(R"(
  and.b32 %o, %t, 31;
  mad.lo.u32 %s, %o, 4, %x;
  .loc 1 7 0
  st.shared.u32 [%s], %t;)");
  CAPTURE(inside);
  CHECK(has(inside, "that differs between threads"));
  CHECK_FALSE(has(inside, "in bounds"));
}

TEST_CASE("where not all threads reach a barrier, races of the block are told as its consequence") {
  const std::string torn = told_of_races(turned("bar.sync 0;", ""));
  CAPTURE(torn);
  CHECK(has(torn, "not all threads reach the barrier in line 4 (see \"terminates\")"));
  const std::string none = told_of_races(turned("", ""));
  CAPTURE(none);
  CHECK(has(none, "with no __syncthreads() between them"));
}
