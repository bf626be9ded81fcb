// Where memory lies, and what generic addresses mean.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "ptx/parser.hpp"
#include "sim/device/address_space.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

struct Stored {
  std::vector<uint32_t> words;
  bool order_matters = false;
  std::vector<sim::Finding> findings;
};

// 64 warps run `body`, in which %r1 is the warp's number, and each stores the 32 bits of %r2.
Stored stored(const std::string& body) {
  constexpr uint32_t kBlocks = 64;
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".func f() { ret; } .func g() { ret; }"
      ".visible .entry k(.param .u64 a, .param .u64 b) { .reg .b32 %r<9>; .reg .b64 %rd<9>;"
      ".reg .pred %p<9>; .shared .align 4 .b8 tile[100]; .local .align 4 .b8 mine[16];"
      "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %ctaid.x;" +
      body +
      "mul.wide.u32 %rd8, %r1, 4; add.s64 %rd8, %rd8, %rd1; st.global.u32 [%rd8], %r2; ret; }");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> a(kBlocks * 4), b(12);
  sim::Buffer buffers[2];
  buffers[0].name = "a", buffers[0].bytes = a;
  buffers[1].name = "b", buffers[1].bytes = b;
  for (sim::Buffer& buffer : buffers) {
    buffer.element = data::ElementType::u32;
    buffer.shape = {buffer.bytes.size() / 4};
  }
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {kBlocks, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.resize(2);
  launch.arguments[0].buffer = 0;
  launch.arguments[1].buffer = 1;
  const auto report = sim::simulate(*module, {buffers, 2}, {&launch, 1}, {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  Stored all{{}, report->order_matters, report->findings};
  for (uint32_t k = 0; k < kBlocks; ++k) {
    uint32_t word = 0;
    std::memcpy(&word, &a[4 * k], 4);
    all.words.push_back(word);
  }
  return all;
}

// What all warps store.
std::set<uint32_t> all_stored(const std::string& body) {
  const Stored one = stored(body);
  CHECK_FALSE(one.order_matters);
  return {one.words.begin(), one.words.end()};
}

}  // namespace

TEST_CASE("generic addresses lead where they come from, wherever that lies") {
  const std::string shared = "mov.u64 %rd3, tile; cvta.shared.u64 %rd4, %rd3;";
  const std::string local = "mov.u64 %rd3, mine; cvta.local.u64 %rd4, %rd3;";
  const std::string param = "mov.u64 %rd3, a; cvta.param.u64 %rd4, %rd3;";
  for (const std::string space : {"shared", "local"}) {
    CAPTURE(space);
    const std::string both = space == "shared" ? shared : local;
    const std::string store = "st." + space + ".u32 [%rd3+4], 70707;",
                      load = "ld.u32 %r2, [%rd4+4];";
    CHECK(all_stored(both + store + load) == std::set<uint32_t>{70707});
    CHECK(all_stored(both + "st.u32 [%rd4+8], 70708; cvta.to." + space + ".u64 %rd5, %rd4; ld." +
                     space + ".u32 %r2, [%rd5+8];") == std::set<uint32_t>{70708});
    CHECK(all_stored(both + "isspacep." + space + " %p1, %rd4; selp.u32 %r2, 1, 0, %p1;") ==
          std::set<uint32_t>{1});
    CHECK(all_stored(both + "isspacep.global %p1, %rd4; selp.u32 %r2, 1, 0, %p1;") ==
          std::set<uint32_t>{0});
  }
  CHECK(all_stored(shared + "st.shared.u32 [%rd3], 5; atom.add.u32 %r3, [%rd4], 6;"
                            "ld.shared.u32 %r2, [tile];") == std::set<uint32_t>{5 + 32 * 6});
  // The first parameter, by its name, by its address and by its generic one.
  CHECK(all_stored(param + "ld.param.u64 %rd5, [%rd3]; ld.u64 %rd6, [%rd4];"
                           "setp.eq.u64 %p1, %rd5, %rd1; setp.eq.and.u64 %p1, %rd6, %rd1, %p1;"
                           "selp.u32 %r2, 1, 0, %p1;") == std::set<uint32_t>{1});
  CHECK(all_stored("isspacep.global %p1, %rd1; selp.u32 %r2, 1, 0, %p1;") == std::set<uint32_t>{1});
}

TEST_CASE("the address of a function leads back to it, and no other address does") {
  namespace windows = sim::windows;
  for (const uint64_t number : {0, 1, 63, 64, 65, 200}) {
    CAPTURE(number);
    const uint64_t address = windows::function_address(number);
    CHECK(windows::function_at(address, 201) == number);
    CHECK(windows::function_at(address, number) == std::nullopt);
    CHECK(windows::function_at(address + 4, 201) == std::nullopt);
  }
}

TEST_CASE("what lies before the first shared array is told by its index") {
  const Stored one = stored("mov.u32 %r2, tile; st.shared.u32 [%r2+-8], %r1;");
  const auto outside =
      std::ranges::find(one.findings, sim::FindingKind::out_of_bounds, &sim::Finding::kind);
  REQUIRE(outside != one.findings.end());
  CAPTURE(words::text_of(*outside));
  CHECK(words::text_of(*outside).find("tile[-2]") != std::string::npos);
  CHECK(words::text_of(*outside).find("2 elements before the start of tile") != std::string::npos);
}

TEST_CASE("what is accessed far behind the last buffer is told as beyond that one") {
  sim::AddressSpace space;
  for (const uint64_t bytes : {4096, 100}) {
    sim::Allocation a;
    a.bytes = bytes;
    space.add(std::move(a));
  }
  const auto& all = space.allocations();
  CHECK(space.nearest(all[0].end() + 500'000) == &all[0]);
  CHECK(space.nearest(all[1].end() + 500'000'000) == &all[1]);
  CHECK(space.nearest(all[1].end() + 5'000'000'000) == nullptr);
}

TEST_CASE("an address finds its allocation") {
  sim::AddressSpace space;
  for (const uint64_t bytes : {100, 5'000'000, 1, 4096, 70'000}) {
    sim::Allocation a;
    a.bytes = bytes;
    space.add(std::move(a));
  }
  for (const sim::Allocation& a : space.allocations()) {
    CAPTURE(a.number);
    CHECK(a.begin % 256 == 0);
    CHECK(space.find(a.begin, a.bytes) == &a);
    CHECK(space.find(a.begin, a.bytes + 1) == nullptr);
    CHECK(space.find(a.begin - 1, 1) == nullptr);
    CHECK(space.find(a.end(), 1) == nullptr);
    CHECK(space.nearest(a.end()) == &a);
    CHECK(space.nearest(a.begin + a.bytes / 2) == &a);
    CHECK(space.nearest(a.begin - 1) == &a);
    for (const sim::Allocation& b : space.allocations())
      CHECK((&a == &b || a.end() + (1 << 20) <= b.begin || b.end() + (1 << 20) <= a.begin));
  }
}
