// An index without a sign that went below 0 lies 2^32 elements beyond the one that was meant.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "contains.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using test::contains;

namespace {

// What is said of a thread that stores `bytes` bytes at `index`, a 64-bit number, times
// `width` of a buffer of 1000 words.
std::string sentence(const std::string& index, unsigned width, const std::string& store) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  mov.u64 %rd2, {};
  mad.lo.u64 %rd1, %rd2, {}, %rd1;
  mov.u32 %r1, 0;
  {};
  ret;
}})",
                                             index, width, store));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> bytes(4000);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {1000};
  out.bytes = bytes;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = launch.block = {1, 1, 1};
  launch.arguments.push_back({0, {}});
  const auto report = sim::simulate(*module, {&out, 1}, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->findings.size() == 1);
  CHECK(report->findings[0].kind == sim::FindingKind::out_of_bounds);
  return words::text_of(report->findings[0]);
}

const std::string kWord = "st.global.u32 [%rd1], %r1";
const std::string kFour = "st.global.v4.u32 [%rd1], {%r1, %r1, %r1, %r1}";

}  // namespace

TEST_CASE("an unsigned index that went below 0 is told as what it is, with its buffer") {
  const std::string last = sentence("4294967295", 4, kWord);
  CHECK(contains(last,
                 "writes out[4294967295], 4 294 966 296 elements past the end of out (1000 "
                 "elements): did an unsigned index go below 0?"));
  CHECK(contains(sentence("4294966272", 4, kWord), "go below 0"));
  // Elements of four words.
  CHECK(contains(sentence("4294967295", 16, kFour), "go below 0"));
}

TEST_CASE("what lies elsewhere has no such cause") {
  CHECK(contains(sentence("2147483648", 4, kWord), "which belongs to no buffer"));
  CHECK(contains(sentence("4294967296", 4, kWord), "which belongs to no buffer"));
  CHECK(contains(sentence("4290000000", 4, kWord), "which belongs to no buffer"));
  CHECK(contains(sentence("4294967295", 16, kWord), "which belongs to no buffer"));
  CHECK(contains(sentence("-1", 4, kWord), "1 element before the start of out"));
}
