// Barrier objects in shared memory: what is wrong with them, and its right twin.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "contains.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;
using test::contains;

namespace {

struct ObjectRun {
  std::vector<sim::Finding> findings;
  std::vector<uint32_t> out;
  uint64_t tracking_work = 0;
  sim::Counters counters;
};

// One block of 64 threads: %r1 is the thread's number, %r2 the address of its own word of `tile`,
// %r3 that of its neighbour's in the other warp, %rd1 that of its own word of the output. `bar`
// holds two objects.
ObjectRun run_with_object(const std::string& body, const sim::Schedule& schedule = {}) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".shared .align 8 .b8 bar[16];\n.shared .align 4 .u32 tile[64];\n"
      ".reg .pred %p<8>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n"
      "ld.param.u64 %rd0, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 4;\n"
      "add.s64 %rd1, %rd0, %rd1; mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2;\n"
      "xor.b32 %r4, %r1, 32; mov.u32 %r3, tile; mad.lo.u32 %r3, %r4, 4, %r3;\n"
      "setp.eq.u32 %p0, %r1, 0;\n" +
      body + "\nret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(64 * 4);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {64};
  buffer.bytes = memory;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments.push_back({0, {}});
  sim::Options options;
  options.schedule = schedule;
  const std::span<sim::Buffer> buffers(&buffer, 1);
  const std::span<const sim::Launch> launches(&launch, 1);
  const auto report = sim::simulate(*module, buffers, launches, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  ObjectRun ran{report->findings, std::vector<uint32_t>(64), report->tracking_work,
                report->launches.at(0).total};
  std::memcpy(ran.out.data(), memory.data(), memory.size());
  return ran;
}

// One finding of this kind, by so many threads, whose sentence holds `words`.
void check_object_finding(const std::string& body, FindingKind kind, uint64_t count,
                          const char* words) {
  CAPTURE(body);
  const ObjectRun ran = run_with_object(body);
  REQUIRE(ran.findings.size() == 1);
  CAPTURE(words::text_of(ran.findings[0]));
  CHECK(ran.findings[0].kind == kind);
  CHECK(ran.findings[0].count == count);
  CHECK(contains(words::text_of(ran.findings[0]), words));
}

// No finding in any order, and every word of the output is `expected`.
void check_object_fine(const std::string& body, uint32_t expected) {
  CAPTURE(body);
  using Kind = sim::Schedule::Kind;
  for (const auto kind :
       {Kind::in_order, Kind::reversed, Kind::lockstep, Kind::lockstep_reversed, Kind::lanes_apart,
        Kind::lanes_apart_reversed, Kind::delayed, Kind::random}) {
    CAPTURE(static_cast<int>(kind));
    const ObjectRun ran = run_with_object(body, {kind, 3});
    for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
    CHECK(ran.out == std::vector<uint32_t>(64, expected));
  }
}

uint64_t races_around_object(const std::string& body, const char* words) {
  CAPTURE(body);
  uint64_t count = 0;
  for (const sim::Finding& f : run_with_object(body).findings) {
    CHECK(f.kind == FindingKind::race);
    CHECK_MESSAGE(contains(words::text_of(f), words), words::text_of(f));
    count += f.count;
  }
  return count;
}

const std::string kObjectMade = "@%p0 mbarrier.init.shared.b64 [bar], 64; bar.sync 0;\n";
const std::string kObjectArrive = "mbarrier.arrive.shared.b64 %rd2, [bar];\n";
const std::string kObjectWait =
    "again: mbarrier.test_wait.shared.b64 %p1, [bar], %rd2; @!%p1 bra again;\n";
const std::string kObjectStore = "st.shared.u32 [%r2], 7;\n";
const std::string kObjectRead = "ld.shared.u32 %r5, [%r3]; st.global.u32 [%rd1], %r5;\n";
const std::string kObjectDone = "st.global.u32 [%rd1], 7;\n";

}  // namespace

TEST_CASE(
    "an object for no arrivals, or for more than it can count, is told, and so is a second one") {
  const auto made = [](const std::string& count) {
    return "mov.u32 %r5, " + count + "; @%p0 mbarrier.init.shared.b64 [bar], %r5;" + kObjectDone;
  };
  check_object_finding(made("0"), FindingKind::undefined_behavior, 1, "bar[0] for 0 arrivals");
  check_object_finding(made("1048576"), FindingKind::undefined_behavior, 1, "from 1 to 1 048 575");
  check_object_fine(made("1048575"), 7);
  check_object_finding(made("4") + "@%p0 mbarrier.init.shared.b64 [bar], 4;",
                       FindingKind::undefined_behavior, 1, "which has been initialized already");
  check_object_fine(made("4") +
                        "@%p0 mbarrier.inval.shared.b64 [bar];"
                        "@%p0 mbarrier.init.shared.b64 [bar], 4;" +
                        kObjectDone,
                    7);
}

TEST_CASE("who uses an object that is none is told") {
  const char* const words = "which no thread has initialized yet, or which has ended";
  check_object_finding("bar.sync 0;" + kObjectArrive, FindingKind::undefined_behavior, 1, words);
  check_object_finding(kObjectMade + "mbarrier.arrive.shared.b64 %rd2, [bar+8];",
                       FindingKind::undefined_behavior, 1, "bar[1], which no thread");
  check_object_finding(
      kObjectMade + "@%p0 mbarrier.inval.shared.b64 [bar]; bar.sync 0;" + kObjectArrive,
      FindingKind::undefined_behavior, 1, words);
  check_object_finding(kObjectMade + "mbarrier.test_wait.parity.shared.b64 %p1, [bar+8], 1;",
                       FindingKind::undefined_behavior, 1, words);
}

TEST_CASE("more arrivals at a time than are missing are told, and ones that must not be the last") {
  const auto arrive = [](const char* modifier, const char* count) {
    return kObjectMade + "@%p0 mbarrier.arrive" + modifier + ".shared.b64 %rd2, [bar], " + count +
           ";" + kObjectDone;
  };
  check_object_finding(arrive("", "65"), FindingKind::undefined_behavior, 1,
                       "arrives 65 times at the barrier object bar[0], whose phase needs 64 more");
  check_object_finding(arrive("", "0"), FindingKind::undefined_behavior, 1, "arrives 0 times");
  check_object_fine(arrive("", "64"), 7);
  check_object_finding(arrive(".noComplete", "64"), FindingKind::undefined_behavior, 1,
                       "noComplete");
  check_object_fine(arrive(".noComplete", "63"), 7);
}

TEST_CASE("a token of another phase is told") {
  const std::string next = kObjectArrive + kObjectWait;
  check_object_fine(kObjectMade + next + kObjectDone, 7);
  check_object_finding(kObjectMade + "mov.u64 %rd2, 0xffffffffff00000;" + kObjectWait,
                       FindingKind::undefined_behavior, 1,
                       "with a token that is not of its current phase");
  // Where more threads arrive than init() names, the token of those who came first is too old.
  check_object_finding("@%p0 mbarrier.init.shared.b64 [bar], 16; bar.sync 0;" + kObjectArrive +
                           "bar.sync 0;" + kObjectWait,
                       FindingKind::undefined_behavior, 1, "a phase is over after 16 arrivals");
}

TEST_CASE("an object is no ordinary memory, and lies in shared memory at a multiple of 8") {
  check_object_finding(kObjectMade + "ld.shared.u32 %r5, [bar+4]; st.global.u32 [%rd1], 7;",
                       FindingKind::undefined_behavior, 64, "reads the barrier object bar[0]");
  check_object_finding(kObjectMade + "@%p0 st.shared.u32 [bar], 1;",
                       FindingKind::undefined_behavior, 1, "writes the barrier object bar[0]");
  check_object_finding(
      "mov.u32 %r5, bar; add.u32 %r5, %r5, 4; @%p0 mbarrier.init.shared.b64 [%r5], 4;",
      FindingKind::misaligned, 1, "not a multiple of 8");
  check_object_finding("@%p0 mbarrier.init.b64 [%rd1], 4;", FindingKind::undefined_behavior, 1,
                       "not in shared memory");
  check_object_finding("@%p0 mbarrier.init.shared.b64 [bar+8000], 4;", FindingKind::out_of_bounds,
                       1, "");
}

TEST_CASE("what comes before an arrival is there behind the wait, in every order") {
  check_object_fine(kObjectMade + kObjectStore + kObjectArrive + kObjectWait + kObjectRead, 7);
  check_object_fine(
      kObjectMade + kObjectStore + kObjectArrive +
          "again: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra again;" +
          kObjectRead,
      7);
}

TEST_CASE("what all threads arrive and wait for is ordered without exact tracking") {
  const auto work = [](const std::string& body) {
    CAPTURE(body);
    const ObjectRun ran = run_with_object(kObjectMade + body);
    for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
    return ran.tracking_work;
  };
  // A thread may do something of its own between its arrival and its wait.
  const std::string apart = "mov.u32 %r6, 1; st.global.u32 [%rd1], %r6;\n";
  CHECK(work(kObjectStore + kObjectArrive + kObjectWait + kObjectRead) == 0);
  CHECK(work(kObjectStore + kObjectArrive + apart + kObjectWait + kObjectRead) == 0);
  // Written, read, written again and read: one object says that all have written, the other that
  // all have read.
  const std::string second =
      "@%p0 mbarrier.init.shared.b64 [bar+8], 64; bar.sync 0;\n" + kObjectStore + kObjectArrive +
      kObjectWait + kObjectRead + "mbarrier.arrive.shared.b64 %rd3, [bar+8];\n" +
      "mbarrier.arrive.shared.b64 %rd2, [bar];\n" +
      "next: mbarrier.test_wait.shared.b64 %p1, [bar+8], %rd3; @!%p1 bra next;\n" + kObjectStore;
  CHECK(work(second) == 0);
  // So is what half of them arrive at, for those who wait there.
  const std::string half =
      "setp.lt.u32 %p2, %r1, 32; @!%p2 bra other;\n" + kObjectStore +
      "mbarrier.arrive.shared.b64 %rd2, [bar], 2; bra done;\n" +
      "other: again: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra again;\n" +
      kObjectRead + "done: st.global.u32 [%rd1], %r1;\n";
  CHECK(work(half) == 0);
}

TEST_CASE("what nothing orders is a race: a store behind the arrival, a load before the wait") {
  const char* const words = "with no __syncthreads() between them";
  CHECK(races_around_object(kObjectMade + kObjectArrive + kObjectStore + kObjectWait + kObjectRead,
                            words) > 0);
  CHECK(races_around_object(kObjectMade + kObjectStore + kObjectArrive + kObjectRead + kObjectWait,
                            words) > 0);
  // The parity of the phase before: nobody waits.
  CHECK(races_around_object(kObjectMade + kObjectStore + kObjectArrive +
                                "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1;" + kObjectRead,
                            words) > 0);
  // Arrivals and waits that order nothing.
  CHECK(races_around_object(kObjectMade + kObjectStore +
                                "mbarrier.arrive.relaxed.cta.shared::cta.b64 %rd2, [bar];" +
                                kObjectWait + kObjectRead,
                            words) > 0);
  CHECK(races_around_object(
            kObjectMade + kObjectStore + kObjectArrive +
                "again: mbarrier.test_wait.relaxed.cta.shared::cta.b64 %p1, [bar], %rd2; "
                "@!%p1 bra again;" +
                kObjectRead,
            words) > 0);
}

TEST_CASE("an object has to be there before others use it") {
  const std::string unordered = "@%p0 mbarrier.init.shared.b64 [bar], 64;\n" + kObjectArrive;
  CHECK(races_around_object(unordered,
                            "uses the barrier object bar[0] while thread (0,0,0) may still be "
                            "initializing it: put __syncthreads() after init()") > 0);
  CHECK(run_with_object(kObjectMade + kObjectArrive).findings.empty());
}

TEST_CASE("a phase that never is complete is a deadlock that says what is missing") {
  check_object_finding(
      kObjectMade + "setp.lt.u32 %p2, %r1, 60; @!%p2 bra out;" + kObjectArrive + kObjectWait +
          "out:",
      FindingKind::deadlock, 60,
      "the barrier object bar[0] has got 60 of the 64 arrivals that its phase needs");
  // Who is told so may do something else about it.
  check_object_fine(
      kObjectMade + "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;" + kObjectDone, 7);
}

TEST_CASE("all lanes that arrive together are told what was missing before the first of them") {
  // As on an NVIDIA H100 (2026-11-23), where either warp may be the first.
  const ObjectRun ran =
      run_with_object(kObjectMade + kObjectArrive +
                      "mbarrier.pending_count.b64 %r5, %rd2; st.global.u32 [%rd1], %r5;");
  CHECK(ran.findings.empty());
  for (size_t k = 0; k < 64; ++k) CHECK(ran.out[k] == (k < 32 ? 32 : 64));
}

TEST_CASE("a wait with a limit of time ends, though the phase is not complete") {
  check_object_fine(kObjectMade +
                        "mov.u64 %rd3, %globaltimer;\n"
                        "again: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @%p1 bra out;\n"
                        "mov.u64 %rd4, %globaltimer; sub.u64 %rd4, %rd4, %rd3;\n"
                        "setp.lt.u64 %p2, %rd4, 100000000; @%p2 bra again;\nout:" +
                        kObjectDone,
                    7);
}

TEST_CASE("how long a wait may take at most is advice, which may be a value that nobody wrote") {
  const std::string local = ".local .align 4 .u32 never; ld.local.u32 %r5, [never];\n";
  const std::string wait = "again: mbarrier.try_wait.parity.shared.b64 %p1, [bar], ";
  check_object_fine(
      kObjectMade + local + kObjectArrive + wait + "0, %r5; @!%p1 bra again;\n" + kObjectDone, 7);
  // The parity of the phase is none.
  const std::string parity = kObjectMade + local + kObjectArrive + wait + "%r5, %r5;\n";
  const std::vector<sim::Finding> findings = run_with_object(parity).findings;
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::uninitialized);
}

TEST_CASE(
    "a copy that arrives at an object is there for those who have waited, and for no others") {
  const std::string copy =
      kObjectMade + "st.global.u32 [%rd1], 7; cp.async.ca.shared.global [%r2], [%rd1], 4;\n";
  const std::string arrives = "cp.async.mbarrier.arrive.shared.b64 [bar];\n";
  const std::string own = "ld.shared.u32 %r5, [%r2];\n";
  check_object_fine(copy + arrives + kObjectArrive + kObjectWait + kObjectRead, 7);
  check_object_fine(
      copy +
          "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];"
          "again: mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra again;" +
          kObjectRead,
      7);
  const char* const words =
      "may still be writing it: wait first at the barrier object bar[0], which the copy arrives at";
  CHECK(races_around_object(copy + arrives + kObjectArrive + own + kObjectWait, words) == 64);
  CHECK(races_around_object(copy + kObjectArrive + kObjectWait + own, "asynchronous copy") == 64);
}

TEST_CASE("who comes past a phase has come past a barrier, once a warp") {
  const char* const make = "@%p0 mbarrier.init.shared.b64 [bar], 64; bar.sync 0;";
  const std::string wait =
      "mbarrier.arrive.shared.b64 %rd2, [bar];\nW: mbarrier.test_wait.shared.b64 %p1, [bar], %rd2;"
      " @!%p1 bra W;";
  CHECK(run_with_object(make).counters[sim::Counter::barriers] == 2);
  CHECK(run_with_object(make + wait).counters[sim::Counter::barriers] == 4);
  // To ask for a phase that is not complete, and to arrive, is none.
  const std::string in_vain =
      "mbarrier.arrive.noComplete.shared.b64 %rd2, [bar+8], 1;"
      " mbarrier.test_wait.shared.b64 %p1, [bar+8], %rd2;";
  const auto asked =
      run_with_object("@%p0 mbarrier.init.shared.b64 [bar+8], 99; bar.sync 0;" + in_vain);
  CHECK(asked.findings.empty());
  CHECK(asked.counters[sim::Counter::barriers] == 2);
}

TEST_CASE("lanes at several objects go to their banks, and a warp at one of them costs nothing") {
  using enum sim::Counter;
  const char* const make =
      "setp.lt.u32 %p2, %r1, 2; mov.u32 %r5, bar; mad.lo.u32 %r5, %r1, 8, %r5;"
      " @%p2 mbarrier.init.shared.b64 [%r5], 99; bar.sync 0;";
  const char* const at_one = "mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 1;";
  const char* const at_two =
      "and.b32 %r5, %r1, 1; mov.u32 %r6, bar; mad.lo.u32 %r5, %r5, 8, %r6;"
      " mbarrier.arrive.noComplete.shared.b64 %rd2, [%r5], 1;";
  const sim::Counters made = run_with_object(make).counters;
  CHECK(made[shared_store_requests] == 1);
  CHECK(made[shared_requests] == 1);
  CHECK(made[shared_wavefronts] == 1);
  const sim::Counters one = run_with_object(std::string(make) + at_one).counters;
  CHECK(one[shared_requests] == 1);
  const sim::Counters two = run_with_object(std::string(make) + at_two).counters;
  CHECK(two[shared_atomic_requests] == 2);
  CHECK(two[shared_atomic_wavefronts] == 4);  // by halves of the warp
  CHECK(two[shared_bank_conflicts] == 0);
}

TEST_CASE("a column of a tile of objects lies in one bank") {
  // 32 objects, 256 bytes from each other.
  const std::string column =
      "{ .shared .align 8 .b8 tile_of_objects[8192]; setp.lt.u32 %p2, %r1, 32;"
      " mov.u32 %r5, tile_of_objects; mad.lo.u32 %r5, %r1, 256, %r5;"
      " @%p2 mbarrier.init.shared.b64 [%r5], 9; }";
  const sim::Counters counters = run_with_object(column).counters;
  CHECK(counters[sim::Counter::shared_store_wavefronts] == 32);
  CHECK(counters[sim::Counter::shared_bank_conflicts] == 30);
}
