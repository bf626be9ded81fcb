// Exact tracking ends early where a kernel is known to be wrong, and stays within its memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "observe/pairs.hpp"
#include "ptx/parser.hpp"
#include "sim/observe/past_access.hpp"
#include "sim/observe/vector_clock.hpp"

using namespace warplab;
using namespace warplab::sim_observe;

namespace {

Pair pair_named(const std::string& name) {
  for (Pair& pair : load_pairs())
    if (pair.name == name) return pair;
  FAIL("there is no pair " << name);
  return {};
}

using Place = std::tuple<std::string, int, int, uint32_t, uint32_t, uint32_t, uint32_t>;

// Kind, lines, and the first threads of each finding that is more than a note.
std::vector<Place> places(const sim::Report& report) {
  std::vector<Place> all;
  for (const sim::Finding& f : report.findings)
    if (f.kind != sim::FindingKind::note)
      all.push_back({std::string(sim::name_of(f.kind)), f.line, f.other_line, f.place.block.x,
                     f.place.thread.x, f.other_place ? f.other_place->block.x : 0,
                     f.other_place ? f.other_place->thread.x : 0});
  return all;
}

uint64_t accesses(const sim::Report& report) {
  uint64_t n = 0;
  for (const sim::Finding& f : report.findings) n += f.count;
  return n;
}

// Threads that all find the address of four words in %rd1, and go on with `body`.
sim::Report run_on_a_word(const std::string& body, uint32_t blocks, uint32_t threads,
                          const sim::Options& options) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"kernel.cu\"\n"
      ".visible .entry k(.param .u64 a)\n{\n\t.reg .b32 %r<4>, %v;\n\t.reg .b64 %rd<2>;\n"
      "\t.reg .pred %p<2>;\n\tld.param.u64 %rd1, [a];\n\t.loc 1 1 1\n" +
      body + "\tret;\n}\n");
  REQUIRE(module);
  std::vector<std::byte> bytes(16);
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::i32;
  buffer.shape = {4};
  buffer.bytes = bytes;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid.x = blocks;
  launch.block.x = threads;
  launch.arguments = {{0, {}}};
  auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  REQUIRE(report);
  return std::move(*report);
}

}  // namespace

TEST_CASE("after its first findings exact tracking looks no further, and says so") {
  for (const char* name : {"racy_tiles", "unfilled_tile"}) {
    CAPTURE(name);
    const Pair pair = pair_named(name);
    for (const unsigned threads : {1u, 2u}) {
      sim::Options whole, early;
      whole.threads = early.threads = threads;
      early.max_tracking_work = 4096;
      const sim::Report all = run(pair, "racy", whole), some = run(pair, "racy", early);
      CHECK(all.races_checked);
      CHECK_FALSE(some.races_checked);
      CHECK(some.completed);
      REQUIRE_FALSE(places(all).empty());
      CHECK(places(some) == places(all));
      CHECK(accesses(some) < accesses(all));
      CHECK(some.launches.at(0).total == all.launches.at(0).total);
    }
  }
}

TEST_CASE("with a limit from the start exact tracking ends there, and says so") {
  sim::Options little;
  little.max_tracking_in_all = 1;
  for (const char* kernel : {"racy", "fixed"}) {
    CAPTURE(kernel);
    const Pair pair = pair_named("race_in_the_last_block");
    const sim::Report whole = run(pair, kernel, {}), some = run(pair, kernel, little);
    CHECK(whole.races_checked);
    CHECK(some.completed);
    CHECK(some.launches.at(0).total == whole.launches.at(0).total);
    CHECK(some.tracking_work <= whole.tracking_work);
  }
  const Pair tiles = pair_named("unfilled_tile");
  const sim::Report whole = run(tiles, "racy", {}), some = run(tiles, "racy", little);
  CHECK(whole.tracking_work > some.tracking_work);
  CHECK_FALSE(some.races_checked);
}

TEST_CASE("a right kernel is tracked to its end, however long that takes") {
  for (const char* name : {"racy_tiles", "unfilled_tile", "race_in_the_last_block", "last_block",
                           "spin_lock", "half_warps"}) {
    CAPTURE(name);
    sim::Options early;
    early.max_tracking_work = 1;
    const sim::Report report = run(pair_named(name), "fixed", early);
    CHECK(report.races_checked);
    CHECK(places(report).empty());
  }
}

TEST_CASE("to join what threads know is counted by what has to be looked at") {
  constexpr uint32_t kBlocks = 40, kWarps = 8;
  sim::LaneClocks even{}, odd{};
  for (size_t l = 0; l < even.size(); ++l) (l % 2 ? odd : even)[l] = 1;
  sim::VectorClock a, b;
  for (uint32_t block = 0; block < kBlocks; ++block)
    for (uint32_t warp = 0; warp < kWarps; ++warp) {
      a.add(block, 0, warp, even);
      b.add(block, 0, warp, odd);
    }
  sim::VectorClock both = a;
  CHECK(both.join(b) >= kBlocks * kWarps);
  // Shared trees need no look.
  CHECK(both.join(both) == 0);
  sim::VectorClock more = both;
  more.add(0, 0, 0, {2});
  CHECK(more.join(both) < kWarps);
}

// Each of 80 threads holds the lock once, and looks at it some ten times before it does.
TEST_CASE("who waits for a lock learns what is told there once, however often it looks") {
  sim::Options from_the_start;
  from_the_start.always_exact = true;
  const sim::Report report = run(pair_named("lock_of_lanes"), "fixed", from_the_start);
  CHECK(report.races_checked);
  CHECK(places(report).empty());
  constexpr uint64_t kHeld = 80, kOfFences = 8, kWorkOfJoin = 8, kWorkOfRest = 256;
  CHECK(report.tracking_work > 0);
  CHECK(report.tracking_work <= kHeld * (kOfFences * kWorkOfJoin + kWorkOfRest));
}

TEST_CASE("that a thread has waited for a flag is known of more warps than a crowd remembers") {
  // A thread looks at the flag, waits until a thread of every other warp has looked, too, and reads
  // the flag once more, which the last block then raises.
  const auto kernel = [](const std::string& first_look) {
    const auto look = [](const std::string& load) {
      return load + " %r2, [%rd1];\n\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra DONE;\n";
    };
    return "\tmov.u32 %r1, %tid.x;\n\tmov.u32 %r3, %ctaid.x;\n\txor.b32 %r2, %r3, 1;\n\tor.b32 "
           "%r2, %r1, %r2;\n"
           "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra FIRST;\n"
           "\tand.b32 %r2, %r1, 31;\n\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra DONE;\n" +
           look("\tld.volatile.global.u32") +
           "\tred.global.add.u32 [%rd1+4], 1;\n"
           "\tmov.u32 %r2, %nctaid.x;\n\tsub.u32 %r2, %r2, 1;\n\tsub.u32 %r3, %r2, %r3;\n"
           "\tor.b32 %r2, %r1, %r3;\n\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra DONE;\n"
           "\tmembar.gl;\n"
           "LAST:\n\tld.volatile.global.u32 %r2, [%rd1+8];\n\tsetp.eq.u32 %p1, %r2, 0;\n"
           "\t@%p1 bra LAST;\n\tst.volatile.global.u32 [%rd1], 5;\n\tbra DONE;\n"
           "FIRST:\n" +
           (first_look.empty() ? "" : look(first_look)) +
           "OTHERS:\n\tld.volatile.global.u32 %r2, [%rd1+4];\n\tsetp.lt.u32 %p1, %r2, 4799;\n"
           "\t@%p1 bra OTHERS;\n"
           "\tld.volatile.global.u32 %v, [%rd1];\n\tst.global.u32 [%rd1+12], %v;\n"
           "\tmembar.gl;\n\tst.volatile.global.u32 [%rd1+8], 1;\nDONE:\n";
  };
  constexpr uint32_t kBlocks = 150, kThreads = 1024;
  static_assert(kBlocks * kThreads / 32 == 4800 && 4800 > sim::TouchPool::kMostLoads);
  for (const char* load : {"\tld.volatile.global.u32", "\tld.relaxed.gpu.global.u32"}) {
    CAPTURE(load);
    const sim::Report right = run_on_a_word(kernel(load), kBlocks, kThreads, {});
    CHECK(right.races_checked);
    CHECK(places(right).empty());
  }
  CHECK_FALSE(places(run_on_a_word(kernel(""), kBlocks, kThreads, {})).empty());
}

TEST_CASE("whoever looked at a flag before it was set back has to look again") {
  // Thread 32 looks, thread 0 sets the word back, thread 32 reads it, and only then thread 0 raises
  // it.
  const auto kernel = [](const std::string& in_between) {
    return "\tmov.u32 %r1, %tid.x;\n\tsetp.ne.u32 %p1, %r1, 32;\n\t@%p1 bra A;\n"
           "\tld.volatile.global.u32 %r2, [%rd1];\n\tsetp.ne.u32 %p1, %r2, 0;\n"
           "\t@%p1 bra DONE;\nA:\n\tbar.sync 0;\n"
           "\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra B;\n" +
           in_between +
           "B:\n\tbar.sync 0;\n"
           "\tsetp.ne.u32 %p1, %r1, 32;\n\t@%p1 bra C;\n"
           "\tld.volatile.global.u32 %v, [%rd1];\n\tst.global.u32 [%rd1+12], %v;\n"
           "\tred.global.add.u32 [%rd1+4], 1;\n"
           "C:\n\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra DONE;\n"
           "\tmembar.gl;\nWAIT:\n\tld.volatile.global.u32 %r2, [%rd1+4];\n"
           "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra WAIT;\n"
           "\tst.volatile.global.u32 [%rd1], 5;\nDONE:\n";
  };
  sim::Options exactly;
  exactly.always_exact = true;
  CHECK(places(run_on_a_word(kernel(""), 1, 64, exactly)).empty());
  CHECK(places(run_on_a_word(kernel("\tst.global.u32 [%rd1], 0;\n"), 1, 64, exactly)).size() == 1);
}

TEST_CASE("undefined values in results count only if nothing overwrites them to the end") {
  const Pair pair = pair_named("undefined_for_a_while");
  sim::Options early;
  early.max_tracking_work = 4096;
  const sim::Report wrong = run(pair, "racy", early), right = run(pair, "fixed", early);
  CHECK(places(wrong) == places(run(pair, "racy", {})));
  CHECK_FALSE(wrong.races_checked);
  CHECK(places(right).empty());
  CHECK(right.races_checked);
}

TEST_CASE("a race in the last of many blocks is found with no more than that block's memory") {
  const Pair pair = pair_named("race_in_the_last_block");
  const sim::Report report = run(pair, "racy", {});
  REQUIRE(places(report).size() == 1);
  CHECK(report.findings[0].place.block.x == 31);
  CHECK(report.tracking_bytes < 64 * 1024);
}

TEST_CASE("exact tracking stays within the memory that it may take, and keeps what it found") {
  constexpr uint64_t kFew = 128 * 1024;
  for (const char* name : {"unfilled_tile", "racy_tiles"}) {
    CAPTURE(name);
    const Pair pair = pair_named(name);
    sim::Options little;
    little.max_tracking_bytes = kFew;
    const sim::Report report = run(pair, "racy", little);
    CHECK_FALSE(places(report).empty());
    CHECK(places(report) == places(run(pair, "racy", {})));
    // It looks at its memory now and then.
    CHECK(report.tracking_bytes < 8 * kFew);
  }
}

TEST_CASE("all threads that store one value in one place cost one note each") {
  constexpr uint32_t kBlocks = 64, kThreads = 256;
  const sim::Report report = run_on_a_word("\tst.global.u32 [%rd1], 1;\n", kBlocks, kThreads, {});
  CHECK(report.races_checked);
  REQUIRE(report.findings.size() == 1);
  const sim::Finding& note = report.findings[0];
  CHECK(note.kind == sim::FindingKind::note);
  CHECK(note.place.block.x == 0);
  CHECK(note.place.thread.x == 0);
  CHECK(note.count <= kBlocks * kThreads);
  CHECK(report.tracking_bytes < 256 * 1024);
}

TEST_CASE("words of local memory without a value are memory that tracking may not take") {
  constexpr uint64_t kWords = 4096, kLanes = 32;
  // Every thread stores what nobody has written in each word of its array.
  const std::string body =
      "\t.local .align 4 .b8 own[16384];\n\t.reg .b32 %none, %at;\n\tmov.u32 %r1, own;\n"
      "\tadd.u32 %r2, %r1, 16384;\nL:\n\tst.local.u32 [%r1], %none;\n\tadd.u32 %r1, %r1, 4;\n"
      "\tsetp.lt.u32 %p1, %r1, %r2;\n\t@%p1 bra L;\n";
  sim::Options all;
  all.always_exact = true;
  CHECK(run_on_a_word(body, 1, kLanes, all).tracking_bytes > 40 * kWords * kLanes);
  sim::Options little = all;
  little.max_tracking_bytes = uint64_t{1} << 20;
  CHECK(run_on_a_word(body, 1, kLanes, little).tracking_bytes < uint64_t{3} << 20);
  // What a block held is free when it has ended.
  CHECK(run_on_a_word(body, 8, kLanes, all).tracking_bytes < 2 * 70 * kWords * kLanes);
}

TEST_CASE("blocks that all wait in vain come to the limit together") {
  sim::Options options;
  options.max_work = 1'000'000;
  const sim::Report report = run_on_a_word(
      "L:\n\tld.volatile.global.u32 %r1, [%rd1];\n\tsetp.eq.s32 %p1, %r1, 0;\n\t@%p1 bra L;\n", 256,
      32, options);
  CHECK_FALSE(report.completed);
  CHECK(report.launches.at(0).total[sim::Counter::warp_instructions] < 1'100'000);
}

TEST_CASE("what fences let threads know is followed only where something races without it") {
  sim::Options from_the_start;
  from_the_start.always_exact = true;
  // Each thread looks at a word and changes it by atomics, with fences around.
  const auto atomics = [](const sim::Options& options) {
    return run_on_a_word(
        "L:\n\tfence.sc.gpu;\n\tld.relaxed.gpu.global.u32 %r1, [%rd1];\n\tadd.s32 %r2, %r1, 1;\n"
        "\tfence.sc.gpu;\n\tatom.relaxed.gpu.global.cas.b32 %r3, [%rd1], %r1, %r2;\n"
        "\tsetp.ne.s32 %p1, %r3, %r1;\n\t@%p1 bra L;\n",
        32, 64, options);
  };
  const sim::Report followed = atomics(from_the_start), left_out = atomics({});
  for (const sim::Report* report : {&followed, &left_out}) {
    CHECK(report->completed);
    CHECK(report->races_checked);
    CHECK(report->findings.empty());
  }
  CHECK(left_out.tracking_work > 0);
  CHECK(left_out.tracking_work < followed.tracking_work / 2);
  // A lock, whose fences order what it guards, or do not.
  const Pair lock = pair_named("lock_of_lanes");
  for (const char* kernel : {"racy", "fixed"}) {
    const sim::Report exact = run(lock, kernel, from_the_start), report = run(lock, kernel, {});
    CHECK(report.races_checked);
    CHECK(places(report) == places(exact));
    CHECK(report.tracking_work > exact.tracking_work);
  }
}
