// The sweep before exact tracking sees the whole run, whatever made it necessary.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "one_block.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

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
  sim::Report report = run_one_block(text, 16);
  CHECK(report.races_checked);
  return report;
}

// Each of many blocks stores to the same 32 words, so far apart: `what`, %t or %b.
std::string stores_of_all_blocks(const std::string& what, int bytes_apart = 4) {
  return fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .b32 %t, %b;
  .reg .b64 %a, %o;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mul.wide.u32 %o, %t, {};
  add.s64 %a, %a, %o;
  st.global.u32 [%a], {};
  ret;
}})",
                     bytes_apart, what);
}

constexpr uint32_t kManyBlocks = 8192;

struct Passes {
  sim::Report report;
  std::vector<uint32_t> out;
  uint64_t blocks = 0;  // that were run, in all passes together
};

Passes run_all_blocks(const std::string& what, size_t launches, uint64_t tracking_after_race) {
  const auto module = ptx::parse(stores_of_all_blocks(what));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  Passes passes;
  passes.out.resize(32);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {32};
  out.bytes = std::as_writable_bytes(std::span(passes.out));
  const std::vector<sim::Launch> all(launches,
                                     {"k", {kManyBlocks, 1, 1}, {32, 1, 1}, 0, {{0, {}}}});
  sim::Options options;
  options.max_tracking_work = tracking_after_race;
  options.progress = [&](double) { passes.blocks += 1; };
  auto report = sim::simulate(*module, std::span(&out, 1), all, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  passes.report = std::move(*report);
  return passes;
}

// 128 threads, each of which stores to its word, reads that of thread number ^ `partner`, and
// stores to its own again; `barrier` stands behind the store and behind the load.
Passes run_partners(const std::string& barrier, const std::string& last, int partner) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .shared .align 16 .b8 tile[512];
  .reg .b32 %t, %v, %a, %b, %team;
  .reg .b64 %p, %o;
  ld.param.u64 %p, [out];
  mov.u32 %t, %tid.x;
  shr.u32 %team, %t, 6;
  add.u32 %team, %team, 1;
  mov.u32 %a, tile;
  shl.b32 %v, %t, 2;
  add.u32 %a, %a, %v;
  xor.b32 %b, %t, {2};
  shl.b32 %b, %b, 2;
  mov.u32 %v, tile;
  add.u32 %b, %b, %v;
  st.shared.u32 [%a], %t;
  {0}
  ld.shared.u32 %v, [%b];
  {1}
  st.shared.u32 [%a], %v;
  mul.wide.u32 %o, %t, 4;
  add.s64 %p, %p, %o;
  st.global.u32 [%p], %v;
  ret;
}})",
                                             barrier, last, partner));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  Passes passes;
  passes.out.resize(128);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {128};
  out.bytes = std::as_writable_bytes(std::span(passes.out));
  const sim::Launch launch{"k", {1, 1, 1}, {128, 1, 1}, 0, {{0, {}}}};
  sim::Options options;
  options.progress = [&](double) { passes.blocks += 1; };
  auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  passes.report = std::move(*report);
  return passes;
}

}  // namespace

TEST_CASE("where only notes are looked for exact tracking ends with them, and nothing is open") {
  const Passes same = run_all_blocks("%t", 1, 0);
  CHECK(same.report.completed);
  CHECK(same.report.races_checked);
  REQUIRE(same.report.findings.size() == 1);
  CHECK(same.report.findings[0].kind == sim::FindingKind::note);
  CHECK(same.out[7] == 7);
  CHECK(same.report.launches.at(0).total[sim::Counter::global_store_requests] == kManyBlocks);
  CHECK(same.blocks < kManyBlocks + kManyBlocks / 4);
  // In the last launch that has any: those before it are run whole.
  const Passes two = run_all_blocks("%t", 2, 0);
  CHECK(two.report.races_checked);
  CHECK(two.report.launches.size() == 2);
  CHECK(two.blocks < 3 * kManyBlocks + kManyBlocks / 4);
}

TEST_CASE("what a sweep looks at is work, which limits count and a right kernel does not make") {
  const auto swept = [](const std::string& what, int bytes_apart, uint32_t blocks,
                        uint64_t most_work = UINT64_MAX) {
    const auto module = ptx::parse(stores_of_all_blocks(what, bytes_apart));
    REQUIRE_MESSAGE(module, (module ? "" : module.error()));
    std::vector<uint32_t> words(8 * 32);
    sim::Buffer out;
    out.name = "out";
    out.element = sim::ElementType::u32;
    out.shape = {words.size()};
    out.bytes = std::as_writable_bytes(std::span(words));
    const sim::Launch launch{"k", {blocks, 1, 1}, {32, 1, 1}, 0, {{0, {}}}};
    sim::Options options;
    options.max_work = most_work;
    auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    return std::move(*report);
  };
  constexpr uint32_t kBlocks = 64;
  const uint64_t of_block = swept("%t", 4, 1).work;
  CHECK(swept("%t", 4, 1).swept_work == 0);
  const sim::Report same = swept("%t", 4, kBlocks);
  CHECK(same.work == kBlocks * of_block);
  CHECK(same.swept_work == (kBlocks - 1) * 24);  // the first meets nobody
  CHECK(swept("%b", 4, kBlocks).swept_work == (kBlocks - 1) * 32);
  const sim::Report far = swept("%t", 32, kBlocks);
  CHECK(far.work == kBlocks * (of_block + 8));
  CHECK(far.swept_work == kBlocks * 64);

  CHECK(swept("%t", 32, kBlocks, far.work + far.swept_work).completed);
  const sim::Report ended = swept("%t", 32, kBlocks, far.work + far.swept_work - 1);
  CHECK_FALSE(ended.completed);
  REQUIRE(ended.findings.size() == 1);
  CHECK(ended.findings[0].kind == sim::FindingKind::step_limit);
}

TEST_CASE("where a race ends exact tracking the sweep's answers, counters and writers stay") {
  const Passes racy = run_all_blocks("%b", 1, 4096);
  CHECK(racy.report.completed);
  CHECK_FALSE(racy.report.races_checked);
  REQUIRE(racy.report.findings.size() == 1);
  CHECK(racy.report.findings[0].kind == sim::FindingKind::race);
  CHECK(racy.out[7] == kManyBlocks - 1);
  CHECK(racy.report.writers.at(0).at(7) == (kManyBlocks - 1) * 32 + 7 + 1);
  CHECK(racy.report.launches.at(0).total[sim::Counter::global_store_requests] == kManyBlocks);
  CHECK(racy.blocks < kManyBlocks + kManyBlocks / 4);
}

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

namespace {

// Every block stores to all of `out` what `value` computes from the word's number (%i) and the
// block's (%b), with `store`; then `more` follows, where %a is the address of `out` and %t the
// thread.
sim::Report run_all_blocks(const std::string& value, const std::string& more = "",
                           const std::string& store = "st.global.u32 [%o], %v;") {
  constexpr uint32_t kThreads = 64, kRounds = 16, kBlocks = 8;
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "kernel.cu"
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %b, %i, %v, %x;
  .reg .b64 %a, %o;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %i, %t;
again:
  {}
  mul.wide.u32 %o, %i, 4;
  add.s64 %o, %a, %o;
  .loc 1 7 1
  {}
  .loc 1 8 1
  add.u32 %i, %i, {};
  setp.lt.u32 %p, %i, {};
  @%p bra again;
  .loc 1 9 1
  {}
  ret;
}})",
                                       value, store, kThreads, kThreads * kRounds, more);
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(4 * kThreads * kRounds);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {kThreads * kRounds};
  out.bytes = memory;
  out.initialized = false;
  sim::Launch launch{"k", {kBlocks, 1, 1}, {kThreads, 1, 1}, 0, {{0, {}}}};
  auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->completed);
  CHECK(report->races_checked);
  return std::move(*report);
}

std::vector<sim::FindingKind> kinds(const sim::Report& report) {
  std::vector<sim::FindingKind> all;
  for (const sim::Finding& f : report.findings) all.push_back(f.kind);
  return all;
}

constexpr const char* kSame = "mul.lo.u32 %v, %i, 3;";

}  // namespace

TEST_CASE(
    "of blocks that all store the same, exact tracking looks at a few places for their note") {
  const sim::Report report = run_all_blocks(kSame);
  CHECK(kinds(report) == std::vector{sim::FindingKind::note});
  CHECK(report.findings.at(0).line == 7);
  // 8 blocks store 1024 words each. Of 64 words all is looked at, held against the others, and
  // remembered.
  CHECK(report.tracking_work > 0);
  CHECK(report.tracking_work < 3 * 8 * 64);
  // The last block is the one whose values stay.
  CHECK(report.writers.at(0).at(1000) == 7 * 64 + 1000 % 64 + 1);
}

TEST_CASE("one block that stores another value in one word has a race, wherever that is") {
  for (const int word : {0, 500, 1023}) {
    CAPTURE(word);
    const sim::Report report = run_all_blocks(
        fmt::format("{} setp.eq.u32 %p, %i, {}; @%p add.u32 %v, %v, %b;", kSame, word));
    CHECK(std::ranges::count(kinds(report), sim::FindingKind::race) == 1);
  }
}

TEST_CASE("what all store alike and one reads is a race, also where the reader stored it last") {
  const sim::Report read = run_all_blocks(
      kSame, "ld.global.u32 %v, [%a+4000]; setp.eq.u32 %p, %v, 77; @%p st.global.u32 [%a], %v;");
  CHECK(std::ranges::count(kinds(read), sim::FindingKind::race) == 1);
  const sim::Report added = run_all_blocks(kSame, "red.global.add.u32 [%a+2000], 0;");
  CHECK(std::ranges::count(kinds(added), sim::FindingKind::race) == 1);
}

TEST_CASE("an exchange whose old value nobody reads may be the first to write a place") {
  const std::string exchange = "atom.global.exch.b32 %x, [%o], %v;";
  const sim::Report blind = run_all_blocks(kSame, "", exchange);
  CHECK(blind.findings.empty());
  CHECK(blind.tracking_work == 0);
  const sim::Report used = run_all_blocks(kSame,
                                          "mul.wide.u32 %o, %t, 4; add.s64 %o, %a, %o;"
                                          "red.global.add.u32 [%o], %x;",
                                          exchange);
  CHECK(std::ranges::count(kinds(used), sim::FindingKind::uninitialized) > 0);
}

namespace {

// 64 threads of a block share what malloc() gave the first of them. In 64 rounds each stores 5 to
// its word of the round, and behind `between` 5 to that of the thread 32 further on.
sim::Report run_on_the_heap(const std::string& between) {
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "kernel.cu"
.extern .func (.param .b64 r) malloc (.param .b64 n);
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %i, %v, %other;
  .reg .b64 %a, %box, %o, %q;
  .shared .align 8 .b64 given;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  setp.ne.u32 %p, %t, 0;
  @%p bra shared_by_all;
  {{ .param .b64 n; .param .b64 r; st.param.b64 [n], 16384; call (r), malloc, (n);
  ld.param.b64 %box, [r]; }}
  st.shared.u64 [given], %box;
shared_by_all:
  bar.sync 0;
  ld.shared.u64 %box, [given];
  mov.u32 %i, 0;
  mov.u32 %v, 5;
again:
  mad.lo.u32 %other, %i, 64, %t;
  mad.wide.u32 %o, %other, 4, %box;
  xor.b32 %other, %other, 32;
  mad.wide.u32 %q, %other, 4, %box;
  .loc 1 7 1
  st.global.u32 [%o], %v;
  {}
  .loc 1 8 1
  st.global.u32 [%q], %v;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 64;
  @%p bra again;
  ret;
}})",
                                       between);
  sim::Report report = run_one_block(text, 64);
  CHECK(report.races_checked);
  return report;
}

}  // namespace

// No cell says who has read the heap: each who reads there silently has written there before.
TEST_CASE(
    "what malloc() gave and one thread has read another may not store, be it the same value") {
  CHECK(kinds(run_on_the_heap("")) == std::vector{sim::FindingKind::note});
  // In one of the warps, of which one is the first to be there.
  for (const char* half : {"lt", "ge"}) {
    CAPTURE(half);
    const std::string reads_own = fmt::format(
        "setp.eq.u32 %p, %i, 63; setp.{}.and.u32 %p, %t, 32, %p;"
        "@%p ld.global.u32 %v, [%o]; @%p st.global.u32 [%a], %v;",
        half);
    const auto racy = kinds(run_on_the_heap(reads_own));
    CHECK(std::ranges::count(racy, sim::FindingKind::race) == 1);
    const auto met = kinds(run_on_the_heap(reads_own + "bar.sync 0;"));
    CHECK(std::ranges::count(met, sim::FindingKind::race) == 0);
  }
}

namespace {

// 64 threads store each its element of a shared tile with `store`, meet, and load, with `load`,
// that of the thread `distance` further on. `between` stands in the place of the barrier.
sim::Report run_tile(const std::string& store, const std::string& load, unsigned element,
                     unsigned distance, const std::string& between = "bar.sync 0;") {
  const std::string text =
      fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b16 %h;
  .reg .b32 %t, %s, %x<4>;
  .reg .b64 %a, %o, %l;
  .shared .align 16 .b8 tile[2048];
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %x0, %t;
  mov.u32 %x1, %t;
  mov.u32 %x2, %t;
  mov.u32 %x3, %t;
  cvt.u16.u32 %h, %t;
  mul.lo.u32 %s, %t, {};
  mov.u32 %x0, tile;
  add.u32 %s, %s, %x0;
  mov.u32 %x0, %t;
  {}
  {}
  {}
  mul.wide.u32 %o, %t, 4;
  add.s64 %o, %a, %o;
  add.u32 %x0, %x0, %x1;
  add.u32 %x2, %x2, %x3;
  add.u32 %x0, %x0, %x2;
  st.global.u32 [%o], %x0;
  ret;
}})",
                  element, store, between, fmt::format(fmt::runtime(load), element * distance));
  sim::Report report = run_one_block(text, 64);
  CHECK(report.races_checked);
  return report;
}

struct Width {
  const char *store, *load;
  unsigned bytes;
};
// Of one lane, from a byte to four words. A load's place is filled in.
constexpr Width kWidths[] = {
    {"st.shared.u8 [%s], %h;", "ld.shared.u8 %x0, [%s+{}];", 1},
    {"st.shared.b16 [%s], %h;", "ld.shared.u16 %x0, [%s+{}];", 2},
    {"st.shared.u32 [%s], %t;", "ld.shared.u32 %x0, [%s+{}];", 4},
    {"st.shared.v2.u32 [%s], {%x0, %x1};", "ld.shared.v2.u32 {{%x0, %x1}}, [%s+{}];", 8},
    {"st.shared.v4.u32 [%s], {%x0, %x1, %x2, %x3};",
     "ld.shared.v4.u32 {{%x0, %x1, %x2, %x3}}, [%s+{}];", 16},
};
// Words beside halves or bytes: shared memory is told apart in the smaller units.
constexpr Width kNarrow = {"st.shared.b16 [%s], %h;", "ld.shared.u8 %x0, [%s+{}];", 2};

}  // namespace

TEST_CASE("neighbours in shared memory of any width are told apart without exact tracking") {
  for (const Width& width : kWidths) {
    CAPTURE(width.bytes);
    for (const unsigned distance : {0u, 1u}) {
      CAPTURE(distance);
      // Element 64 would be nobody's.
      const std::string load =
          distance == 0 ? width.load : "setp.lt.u32 %p, %t, 63; @%p " + std::string(width.load);
      const sim::Report apart = run_tile(width.store, load, width.bytes, distance);
      CHECK(apart.findings.empty());
      CHECK(apart.tracking_work == 0);
    }
    const sim::Report own =
        run_tile(width.store, width.load, width.bytes, 0, "// each reads its own");
    CHECK(own.findings.empty());
    CHECK(own.tracking_work == 0);
  }
  const sim::Report narrow = run_tile(kNarrow.store, kNarrow.load, 2, 0, "");
  CHECK(narrow.findings.empty());
  CHECK(narrow.tracking_work == 0);
}

TEST_CASE("neighbours of any width that do not meet have a race, and what nobody wrote is seen") {
  for (const Width& width : kWidths) {
    CAPTURE(width.bytes);
    const sim::Report racy = run_tile(
        width.store, "setp.lt.u32 %p, %t, 63; @%p " + std::string(width.load), width.bytes, 1, "");
    REQUIRE(racy.findings.size() == 1);
    CHECK(racy.findings[0].kind == sim::FindingKind::race);
    // Half of the next one's element is enough.
    const sim::Report unset = run_tile("", width.load, width.bytes, 0);
    CHECK(unset.tracking_work > 0);
  }
}

TEST_CASE("elements of a variable are counted as it is aligned, and not in bytes") {
  const auto message = [](const char* declared, unsigned bytes) {
    const sim::Report report = run_one_block(
        fmt::format(".version 8.0\n.target sm_80\n.address_size 64\n.global {0} ready[{1}];\n"
                    ".visible .entry k(.param .u64 out) {{\n.reg .b32 %t; .reg .b64 %a, %b;\n"
                    "mov.u32 %t, %tid.x; cvt.u64.u32 %b, %t; mov.u64 %a, ready;\n"
                    "st.global.u{2} [%a+{3}], {4}; ret;\n}}\n",
                    declared, 40 * bytes, 8 * bytes, 31 * bytes, bytes == 8 ? "%b" : "%t"),
        64);
    REQUIRE(!report.findings.empty());
    return words::text_of(report.findings[0]);
  };
  for (const auto& [declared, bytes] :
       {std::pair(".align 2 .b8", 2u), {".align 4 .b8", 4u}, {".align 8 .b8", 8u}}) {
    CAPTURE(declared);
    CHECK(message(declared, bytes).find("ready[31]") != std::string::npos);
  }
  CHECK(message(".align 16 .b8", 4).find("ready[31]") != std::string::npos);
}

TEST_CASE("of threads that store in one place of a tile it is said what they store there") {
  using enum sim::FindingKind;
  const auto stores = [](const std::string& lanes, const char* value) {
    const sim::Report report = run_tile(fmt::format("{}st.shared.u32 [%s], {};", lanes, value),
                                        "ld.shared.u32 %x0, [%s+{}];", 0, 0);
    std::vector<sim::FindingKind> kinds;
    for (const sim::Finding& f : report.findings) kinds.push_back(f.kind);
    return kinds;
  };
  const auto is_race = [](const std::vector<sim::FindingKind>& kinds) {
    return !kinds.empty() &&
           std::ranges::all_of(kinds, [](auto k) { return k == race || k == warp_synchronous; });
  };
  const std::vector<sim::FindingKind> one_note{note};
  for (const char* lanes : {"", "setp.lt.u32 %p, %t, 9; @%p ", "setp.ge.u32 %p, %t, 62; @%p "}) {
    CAPTURE(lanes);
    CHECK(stores(lanes, "7") == one_note);
    CHECK(is_race(stores(lanes, "%t")));
  }
  // All but one store the same, and the last lane's value stays.
  CHECK(is_race(stores("setp.eq.u32 %p, %t, 40; selp.u32 %x1, 3, 7, %p; ", "%x1")));
  // Alone.
  CHECK(stores("setp.eq.u32 %p, %t, 40; @%p ", "7").empty());
}

namespace {

// 64 threads store into two shared arrays of 32 words: each at its place in b, and each so many
// bytes apart from a on.
sim::Report stores_from_a(unsigned bytes_apart) {
  return run_one_block(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {{
  .reg .b32 %t, %w, %p, %q;
  .shared .align 4 .b8 a[128];
  .shared .align 4 .b8 b[128];
  mov.u32 %t, %tid.x;
  and.b32 %w, %t, 31;
  mov.u32 %p, b;
  mad.lo.u32 %p, %w, 4, %p;
  st.shared.u32 [%p], %t;
  mov.u32 %q, a;
  mad.lo.u32 %q, %t, {}, %q;
  st.shared.u32 [%q], %t;
  ret;
}})",
                                   bytes_apart),
                       64);
}

bool any_race_says(const sim::Report& report, const std::string& words) {
  return std::ranges::any_of(report.findings, [&](const sim::Finding& finding) {
    const bool is_race = finding.kind == sim::FindingKind::race ||
                         finding.kind == sim::FindingKind::warp_synchronous;
    return is_race && words::text_of(finding).find(words) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a race by an access that leaves its own array is told as that") {
  const std::string words = "also leaves the bounds of a, and so reaches b[";
  CHECK(any_race_says(stores_from_a(8), words));  // beyond a, beyond what lies between, into b
  const sim::Report own = stores_from_a(0);       // all threads at one word of a
  CHECK(any_race_says(own, "b["));
  CHECK(!any_race_says(own, "leaves the bounds"));
}

TEST_CASE("what barriers of a warp and of some warps order, the first pass knows") {
  const std::string of_warp = "bar.warp.sync -1;", of_team = "bar.sync %team, 64;";
  const uint64_t once = run_partners("bar.sync 0;", "bar.sync 0;", 40).blocks;
  for (const auto& [barrier, partner] : {std::pair(of_warp, 5), std::pair(of_team, 40)}) {
    CAPTURE(barrier);
    const Passes right = run_partners(barrier, barrier, partner);
    CHECK(right.report.findings.empty());
    CHECK(right.report.races_checked);
    CHECK(right.out[70] == static_cast<uint32_t>(70 ^ partner));
    CHECK(right.blocks == once);
    for (const bool first : {true, false}) {
      const Passes racy = run_partners(first ? "" : barrier, first ? barrier : "", partner);
      const sim::FindingKind kind =
          partner == 5 ? sim::FindingKind::warp_synchronous : sim::FindingKind::race;
      CHECK(std::ranges::count(racy.report.findings, kind, &sim::Finding::kind) == 1);
    }
  }
  // A barrier of the warp orders no other warps.
  CHECK_FALSE(run_partners(of_warp, of_warp, 40).report.findings.empty());
}
