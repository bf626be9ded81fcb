// Where memory lies, which no kernel may build on, drawn.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "ptx/parser.hpp"
#include "sim/device/address_space.hpp"
#include "sim/simulate.hpp"
#include "specification/specification.hpp"

using namespace warplab;

namespace {

struct Stored {
  std::vector<uint32_t> words;
  bool order_matters = false;
  std::vector<sim::Finding> findings;
};

using Engine = Result<sim::Report, sim::Refusal> (*)(const ptx::Module&, std::span<sim::Buffer>,
                                                     std::span<const sim::Launch>,
                                                     const sim::Options&);

// 64 warps run `body`, in which %r1 is the warp's number, and each stores the 32 bits of %r2.
Stored stored(const std::string& body, sim::Options options = {}, Engine engine = sim::simulate) {
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
  const auto report = engine(*module, {buffers, 2}, {&launch, 1}, options);
  REQUIRE_MESSAGE(report, (report ? "" : report.error()));
  REQUIRE(report->completed);
  Stored all{{}, report->order_matters, report->findings};
  for (uint32_t k = 0; k < kBlocks; ++k) {
    uint32_t word = 0;
    std::memcpy(&word, &a[4 * k], 4);
    all.words.push_back(word);
  }
  return all;
}

std::set<uint32_t> stored_at_places(const std::string& body, int places = 32) {
  std::set<uint32_t> all;
  for (int k = 1; k <= places; ++k) {
    sim::Options options;
    options.placement = static_cast<uint64_t>(k) * 0x9e3779b97f4a7c15u;
    const Stored one = stored(body, options);
    CHECK_FALSE(one.order_matters);
    CHECK(one.words == stored(body, options, sim::simulate_plainly).words);
    all.insert(one.words.begin(), one.words.end());
  }
  return all;
}

const std::set<uint32_t> kBoth = {0, 1};

}  // namespace

TEST_CASE("addresses are multiples of 256, and nothing else is certain of them") {
  const std::string asks = " selp.u32 %r2, 1, 0, %p1;";
  CHECK(stored_at_places("and.b64 %rd3, %rd1, 255; setp.eq.u64 %p1, %rd3, 0;" + asks) ==
        std::set<uint32_t>{1});
  for (const char* question :
       {"and.b64 %rd3, %rd1, 256; setp.eq.u64 %p1, %rd3, 0;", "setp.lt.u64 %p1, %rd1, %rd2;",
        "shr.u64 %rd3, %rd1, 40; and.b64 %rd3, %rd3, 1; setp.eq.u64 %p1, %rd3, 0;"}) {
    CAPTURE(question);
    CHECK(stored_at_places(question + asks) == kBoth);
  }
  CHECK(stored_at_places("sub.s64 %rd3, %rd2, %rd1; cvt.u32.u64 %r2, %rd3;").size() > 20);
  const std::set<uint32_t> shared =
      stored_at_places("mov.u32 %r2, tile; st.shared.u32 [tile], %r2;");
  CHECK(shared.size() > 8);
  CHECK(shared.contains(0));  // as on GPUs that keep nothing of it for themselves
  for (const uint32_t begin : shared) {
    CHECK(begin % 128 == 0);
    CHECK(begin < 2048);
  }
}

TEST_CASE("addresses of shared and local memory, parameters and functions tell no simulator") {
  const std::string asks = " selp.u32 %r2, 1, 0, %p1;";
  const std::string of_shared = "mov.u64 %rd3, tile; cvta.shared.u64 %rd3, %rd3;";
  const std::string of_local = "mov.u64 %rd3, mine; cvta.local.u64 %rd3, %rd3;";
  const std::string of_param = "mov.u64 %rd3, a; cvta.param.u64 %rd3, %rd3;";
  const std::string of_function = "mov.u64 %rd3, f;";
  for (const std::string& address : {of_shared, of_local, of_param, of_function}) {
    CAPTURE(address);
    for (const int bit : {24, 27, 31, 33, 36, 39, 40, 42, 45}) {
      CAPTURE(bit);
      CHECK(stored_at_places(address + "shr.u64 %rd4, %rd3, " + std::to_string(bit) +
                             "; and.b64 %rd4, %rd4, 1; cvt.u32.u64 %r2, %rd4;") == kBoth);
    }
    for (const std::string other : {"%rd1", "%rd5"})
      CHECK(stored_at_places(
                "mov.u64 %rd5, tile; cvta.shared.u64 %rd5, %rd5; add.u64 %rd5, %rd5, 1;" + address +
                "setp.lt.u64 %p1, %rd3, " + other + ";" + asks)
                .size() == (address == of_shared && other == "%rd5" ? 1 : 2));
  }
  // What conversions leave of them.
  CHECK(stored_at_places(of_local + "cvta.to.local.u64 %rd3, %rd3; cvt.u32.u64 %r2, %rd3;").size() >
        20);
  CHECK(stored_at_places(of_param + "cvta.to.param.u64 %rd3, %rd3; cvt.u32.u64 %r2, %rd3;").size() >
        4);
  const std::string from_f_to_g = "mov.u64 %rd3, f; mov.u64 %rd4, g; sub.s64 %rd5, %rd4, %rd3;";
  CHECK(stored_at_places(from_f_to_g + "cvt.u32.u64 %r2, %rd5;").size() > 20);
  CHECK(stored_at_places(from_f_to_g + "setp.lt.s64 %p1, %rd5, 0;" + asks) == kBoth);
}

TEST_CASE("generic addresses lead where they come from, wherever that lies") {
  const std::string shared = "mov.u64 %rd3, tile; cvta.shared.u64 %rd4, %rd3;";
  const std::string local = "mov.u64 %rd3, mine; cvta.local.u64 %rd4, %rd3;";
  const std::string param = "mov.u64 %rd3, a; cvta.param.u64 %rd4, %rd3;";
  for (const std::string space : {"shared", "local"}) {
    CAPTURE(space);
    const std::string both = space == "shared" ? shared : local;
    const std::string store = "st." + space + ".u32 [%rd3+4], 70707;",
                      load = "ld.u32 %r2, [%rd4+4];";
    CHECK(stored_at_places(both + store + load, 8) == std::set<uint32_t>{70707});
    CHECK(stored_at_places(both + "st.u32 [%rd4+8], 70708; cvta.to." + space +
                               ".u64 %rd5, %rd4; ld." + space + ".u32 %r2, [%rd5+8];",
                           8) == std::set<uint32_t>{70708});
    CHECK(stored_at_places(both + "isspacep." + space + " %p1, %rd4; selp.u32 %r2, 1, 0, %p1;",
                           8) == std::set<uint32_t>{1});
    CHECK(stored_at_places(both + "isspacep.global %p1, %rd4; selp.u32 %r2, 1, 0, %p1;", 8) ==
          std::set<uint32_t>{0});
  }
  CHECK(stored_at_places(shared + "st.shared.u32 [%rd3], 5; atom.add.u32 %r3, [%rd4], 6;"
                                  "ld.shared.u32 %r2, [tile];",
                         8) == std::set<uint32_t>{5 + 32 * 6});
  // The first parameter, by its name, by its address and by its generic one.
  CHECK(stored_at_places(param +
                             "ld.param.u64 %rd5, [%rd3]; ld.u64 %rd6, [%rd4];"
                             "setp.eq.u64 %p1, %rd5, %rd1; setp.eq.and.u64 %p1, %rd6, %rd1, %p1;"
                             "selp.u32 %r2, 1, 0, %p1;",
                         8) == std::set<uint32_t>{1});
  CHECK(stored_at_places("isspacep.global %p1, %rd1; selp.u32 %r2, 1, 0, %p1;", 8) ==
        std::set<uint32_t>{1});
}

TEST_CASE("windows hold each other's memory in no run, and lie in any order, near or far") {
  using sim::kWindowBytes;
  bool near = false, far = false;
  for (uint64_t placement = 1; placement <= 2000; ++placement) {
    CAPTURE(placement);
    const bool has_heap = placement % 2 == 0;
    const sim::AddressPlan plan = sim::draw_addresses(placement, has_heap);
    const sim::Windows& w = plan.windows;
    CHECK(w.shared % (16 << 20) == 0);
    CHECK(w.local % (16 << 20) == 0);
    const uint64_t room = has_heap ? uint64_t{500} << 30 : uint64_t{250} << 30;
    std::vector<std::pair<uint64_t, uint64_t>> parts = {{plan.global - room, plan.global + room},
                                                        {w.shared, w.shared + kWindowBytes},
                                                        {w.local, w.local + kWindowBytes},
                                                        {w.param, w.param + kWindowBytes},
                                                        {w.functions, w.functions + kWindowBytes}};
    std::sort(parts.begin(), parts.end());
    CHECK(parts.front().first > uint64_t{1} << 32);
    CHECK(parts.back().second < uint64_t{1} << 47);
    for (size_t k = 1; k < parts.size(); ++k) CHECK(parts[k - 1].second <= parts[k].first);
    const uint64_t apart = std::max(w.shared, plan.global) - std::min(w.shared, plan.global);
    near |= apart < uint64_t{320} << 30;
    far |= apart > uint64_t{32} << 40;
    for (const uint64_t number : {0, 1, 63, 64, 65, 200}) {
      CHECK(w.function_at(w.function_address(number), 201) == number);
      CHECK(w.function_at(w.function_address(number), number) == std::nullopt);
      CHECK(w.function_at(w.function_address(number) + 4, 201) == std::nullopt);
    }
  }
  CHECK(near);
  CHECK(far);
}

TEST_CASE("what lies before the first shared array is told by its index, wherever memory begins") {
  for (uint64_t placement = 0; placement < 16; ++placement) {
    CAPTURE(placement);
    sim::Options options;
    options.placement = placement;
    for (const Engine engine : {&sim::simulate, &sim::simulate_plainly}) {
      const Stored one = stored("mov.u32 %r2, tile; st.shared.u32 [%r2+-8], %r1;", options, engine);
      const auto outside =
          std::ranges::find(one.findings, sim::FindingKind::out_of_bounds, &sim::Finding::kind);
      REQUIRE(outside != one.findings.end());
      CAPTURE(outside->message);
      CHECK(outside->message.find("tile[-2]") != std::string::npos);
      CHECK(outside->message.find("2 elements before the start of tile") != std::string::npos);
    }
  }
}

TEST_CASE("buffers are near or far from each other, in one half of the addresses or across both") {
  int same_half = 0, other_half = 0, across = 0, far_off = 0;
  for (uint64_t placement = 1; placement <= 400; ++placement) {
    CAPTURE(placement);
    sim::AddressSpace space(placement);
    for (int number = 0; number < 3; ++number) {
      sim::Allocation a;
      a.bytes = 4096;
      a.buffer = number;
      space.add(std::move(a));
    }
    const auto& all = space.allocations();
    const auto half = [](uint64_t address) { return address >> 32; };
    (half(all[0].begin) == half(all[1].begin) ? same_half : other_half) += 1;
    for (const sim::Allocation& a : all) {
      CHECK(a.begin % 256 == 0);
      across += half(a.begin) != half(a.end() - 1);
      // 50 MB behind its end there is no other one, and the place is told by its index in this one.
      const uint64_t behind = a.end() + 50'000'000;
      CHECK(space.nearest(behind) == &a);
      far_off += space.nearest(a.end() + 500'000'000) == nullptr;
      for (const sim::Allocation& b : all)
        CHECK((&a == &b || a.end() + (64 << 20) <= b.begin || b.end() + (64 << 20) <= a.begin));
    }
  }
  CHECK(same_half > 20);
  CHECK(other_half > 200);
  CHECK(across > 200);
  CHECK(far_off > 600);
}

TEST_CASE("what is computed of two addresses in 32 bits, or of one, is right by chance alone") {
  const std::string asks = " selp.u32 %r2, 1, 0, %p1;";
  CHECK(stored_at_places("sub.s64 %rd3, %rd2, %rd1; cvt.s64.s32 %rd4, %rd3;"
                         "setp.eq.s64 %p1, %rd3, %rd4;" +
                         asks) == kBoth);
  CHECK(stored_at_places("shr.u64 %rd3, %rd1, 32; shr.u64 %rd4, %rd2, 32;"
                         "setp.eq.s64 %p1, %rd3, %rd4;" +
                         asks) == kBoth);
}

TEST_CASE("an address finds its allocation in whatever order they lie") {
  for (const uint64_t placement : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
    CAPTURE(placement);
    sim::AddressSpace space(placement);
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
}
