// What cannot be run is refused with its reason as a value.
#include <doctest/doctest.h>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr const char* kHead =
    ".version 9.0\n.target sm_80\n.address_size 64\n.file 1 \"kernel.cu\"\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\n";

// Of a launch of one warp.
template <class Look>
void look_at_refusal(const std::string& body, Look look, uint64_t threads = 32) {
  const auto module = ptx::parse(kHead + body + "\nret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {static_cast<uint32_t>(threads), 1, 1};
  launch.arguments.push_back({-1, std::vector<std::byte>(8)});
  look(sim::simulate(*module, {}, {&launch, 1}, {}));
}

}  // namespace

TEST_CASE("an instruction that the simulator does not have is unsupported, on its line") {
  look_at_refusal(".loc 1 12 3\nbar.warp.sync -1;\n.loc 1 17 5\nmystery.u32 %r1, 1;",
                  [](const auto& report) {
                    REQUIRE_FALSE(report);
                    CHECK(report.why().kind == sim::Refusal::Kind::unsupported);
                    CHECK(report.why().line == 17);
                    CHECK(words::text_of(report.why().says).find("mystery") != std::string::npos);
                  });
}

TEST_CASE("stores and updates that complete a barrier object some time later are unsupported") {
  for (const char* later :
       {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], "
        "%r2, [%r3];"}) {
    CAPTURE(std::string(later));
    look_at_refusal(std::string(".loc 1 9 1\n") + later, [](const auto& report) {
      REQUIRE_FALSE(report);
      CHECK(report.why().kind == sim::Refusal::Kind::unsupported);
    });
  }
}

TEST_CASE("a discard may leave anything in memory, and is refused with what to do") {
  for (const char* discard : {"discard.global.L2 [%rd1], 128;", "discard.L2 [%rd1], 128;"})
    look_at_refusal(std::string(".loc 1 12 3\n") + discard, [](const auto& report) {
      REQUIRE_FALSE(report);
      CHECK(report.why().kind == sim::Refusal::Kind::unsupported);
      CHECK(report.why().line == 12);
      CHECK(words::text_of(report.why().says).find("discard") != std::string::npos);
    });
}

TEST_CASE("what the compiler gave no line is refused without one") {
  look_at_refusal("mystery.u32 %r1, 1;", [](const auto& report) {
    REQUIRE_FALSE(report);
    CHECK(report.why().kind == sim::Refusal::Kind::unsupported);
    CHECK(report.why().line == 0);
  });
}

TEST_CASE("a launch that no GPU would make is no question of support") {
  look_at_refusal(
      ".loc 1 12 3\nbar.warp.sync -1;",
      [](const auto& report) {
        REQUIRE_FALSE(report);
        CHECK(report.why().kind == sim::Refusal::Kind::launch);
        CHECK(report.why().line == 0);
      },
      1025);
}

TEST_CASE("what can be run is not refused") {
  look_at_refusal(".loc 1 12 3\nbar.warp.sync -1;", [](const auto& report) {
    REQUIRE(report);
    CHECK(report->completed);
  });
}
