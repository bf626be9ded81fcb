// What the PTX manual leaves undefined, and its right twin.
#include <doctest/doctest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;

namespace {

struct Ran {
  std::vector<sim::Finding> findings;
  std::vector<uint32_t> out;
  bool completed = false;
  bool order_matters = false;
  std::string error;
};

struct Kernel {
  std::string body;  // of k(.param .u64 p): p points to 256 words; see kDeclarations
  Dim3 block{32, 1, 1};
  std::string module;  // declarations in front of the kernel
  unsigned blocks = 1;
};

// %rd1 holds the address of the thread's own word, %r1 the number of the thread.
const char* const kDeclarations =
    ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>;\n"
    "ld.param.u64 %rd0, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 4;\n"
    "add.s64 %rd1, %rd0, %rd1;\n";

Ran run(const Kernel& kernel, const sim::Options& options = {}) {
  const std::string text = ".version 9.0\n.target sm_80\n.address_size 64\n" + kernel.module +
                           "\n.visible .entry k(.param .u64 p)\n{\n" + kDeclarations + kernel.body +
                           "\nret;\n}\n";
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(256 * 4);
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {256};
  buffer.bytes = memory;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {kernel.blocks, 1, 1};
  launch.block = kernel.block;
  launch.arguments.push_back({0, {}});
  const auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  Ran ran;
  if (!report) {
    ran.error = words::text_of(report.why().says);
    return ran;
  }
  ran.findings = report->findings;
  ran.completed = report->completed;
  ran.order_matters = report->order_matters;
  ran.out.resize(256);
  std::memcpy(ran.out.data(), memory.data(), memory.size());
  return ran;
}

// One finding of this kind, by so many threads, whose sentence holds `words`.
void check_finding(const Kernel& kernel, FindingKind kind, uint64_t count, const char* words) {
  CAPTURE(kernel.body);
  const Ran ran = run(kernel);
  REQUIRE(ran.error == "");
  REQUIRE(ran.findings.size() == 1);
  CAPTURE(words::text_of(ran.findings[0]));
  CHECK(ran.findings[0].kind == kind);
  CHECK(ran.findings[0].count == count);
  CHECK(words::text_of(ran.findings[0]).find(words) != std::string::npos);
}

// No finding, and word k of the output is expected[k].
void check_fine(const Kernel& kernel, const std::vector<uint32_t>& expected = {}) {
  CAPTURE(kernel.body);
  const Ran ran = run(kernel);
  REQUIRE(ran.error == "");
  for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
  CHECK(ran.completed);
  for (size_t k = 0; k < expected.size(); ++k) CHECK(ran.out[k] == expected[k]);
}

}  // namespace

TEST_CASE("a barrier for no threads, for part of a warp or for more than the block has is told") {
  const auto with = [](const std::string& count, uint32_t threads) {
    return Kernel{"mov.u32 %r2, " + count + "; bar.sync 1, %r2; st.global.u32 [%rd1], 1;",
                  {threads, 1, 1},
                  {}};
  };
  check_finding(with("0", 32), FindingKind::undefined_behavior, 32, "for 0 threads");
  check_finding(with("40", 64), FindingKind::undefined_behavior, 32, "for 40 threads");
  check_finding(with("96", 64), FindingKind::undefined_behavior, 32, "at most the 64 of the block");
  check_fine(with("64", 64), {1});
  // A warp counts whole, even one of 16 threads.
  check_fine(with("64", 48), {1});
}

TEST_CASE("threads that name different numbers at one barrier are told") {
  const auto with = [](const char* second) {
    return Kernel{std::string("setp.lt.u32 %p1, %r1, 32; selp.b32 %r2, 64, ") + second +
                      ", %p1; bar.sync 1, %r2; st.global.u32 [%rd1], 1;",
                  {64, 1, 1},
                  {}};
  };
  check_finding(with("32"), FindingKind::undefined_behavior, 32, "all must name the same number");
  check_fine(with("64"), {1, 1});
}

TEST_CASE("lanes of a warp that name different barriers in one instruction are told") {
  // The number of the barrier, or of threads, is this of the odd lanes.
  const auto kernel = [](const std::string& barrier, unsigned threads = 64) {
    return Kernel{"and.b32 %r2, %r1, 1; add.u32 %r3, %r2, 1; mad.lo.u32 %r4, %r2, 32, 32;\n" +
                      barrier + " st.global.u32 [%rd1], 1;",
                  {threads, 1, 1}};
  };
  const char* const words = "another barrier, or another number of threads";
  for (const char* barrier : {"bar.sync %r3;", "barrier.sync.aligned %r3;", "bar.sync %r3, 64;",
                              "bar.arrive %r3, 64;", "bar.sync 1, %r4;"})
    check_finding(kernel(barrier), FindingKind::undefined_behavior, 16, words);
  // Without that promise each goes to its own; 32 of the 64 threads are odd.
  check_fine(kernel("barrier.sync %r3, 32;"));
  check_finding(kernel("barrier.sync %r3, 64;"), FindingKind::deadlock, 64, "never come");
  // Whole warps may name different ones.
  check_fine(kernel("shr.u32 %r3, %r1, 5; bar.sync %r3, 32;"));
}

TEST_CASE("an indexed jump behind the end of its list is told") {
  const auto with = [](const char* index) {
    return Kernel{std::string(index) +
                      "ts: .branchtargets A, B; brx.idx %r2, ts; A: st.global.u32 [%rd1], 10; "
                      "bra E; B: st.global.u32 [%rd1], 20; E: mov.u32 %r3, 0;",
                  {32, 1, 1},
                  {}};
  };
  check_finding(with("min.u32 %r2, %r1, 2;"), FindingKind::undefined_behavior, 30,
                "jumps to place 2 of a list of 2");
  check_fine(with("min.u32 %r2, %r1, 1;"), {10, 20, 20});
}

TEST_CASE("constant memory is not global memory to isspacep") {
  const Kernel kernel{
      "mov.u64 %rd2, c; cvta.const.u64 %rd2, %rd2;\n"
      "isspacep.const %p1, %rd2; isspacep.global %p2, %rd2;\n"
      "isspacep.const %p3, %rd0; isspacep.global %p4, %rd0;\n"
      "selp.b32 %r2, 1, 0, %p1; selp.b32 %r3, 2, 0, %p2; selp.b32 %r4, 4, 0, %p3;\n"
      "selp.b32 %r5, 8, 0, %p4; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4;\n"
      "add.u32 %r2, %r2, %r5; st.global.u32 [%rd1], %r2;",
      {32, 1, 1},
      ".const .align 4 .b8 c[16];"};
  check_fine(kernel, {9, 9});
}

TEST_CASE("a carry that nothing has set, or that was a borrow, is told") {
  const auto with = [](const char* first, const char* second) {
    return Kernel{std::string("mov.u32 %r2, -1;") + first + " %r3, %r2, %r1;" + second +
                      " %r4, %r1, 1; st.global.u32 [%rd1], %r4;",
                  {32, 1, 1},
                  {}};
  };
  // -1 + 0 has no carry, -1 + 1 has one.
  check_fine(with("add.cc.u32", "addc.u32"), {1, 3, 4});
  check_fine(with("sub.cc.u32", "subc.u32"), {0xffffffff, 0, 1});
  check_finding(with("add.u32", "addc.u32"), FindingKind::undefined_behavior, 32,
                "that no instruction just before has set");
  check_finding(with("add.cc.u32", "subc.u32"), FindingKind::undefined_behavior, 32,
                "takes the carry of an addition for the borrow");
  check_finding(with("sub.cc.u32", "addc.u32"), FindingKind::undefined_behavior, 32,
                "takes the carry of an addition for the borrow");
}

namespace {

const char* const kHeap =
    ".extern .func (.param .b64 r) malloc (.param .b64 n);\n"
    ".extern .func free (.param .b64 a);\n";

// Each thread takes a block of 8 bytes, does `then` with its address in %rd3, and ends.
Kernel with_block(const std::string& then) {
  return {
      "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 8; call (r), malloc, (n); "
      "ld.param.b64 %rd3, [r]; }\n" +
          then,
      {32, 1, 1},
      kHeap};
}
const std::string kFree = "{ .param .b64 a; st.param.b64 [a], %rd3; call free, (a); }\n";

}  // namespace

TEST_CASE("a null pointer is told with malloc, which gives one, where the kernel calls that") {
  const std::string store = "mov.u64 %rd2, 8; st.global.u32 [%rd2], %r1;";
  const auto told = [&](const std::string& module) {
    const Ran ran = run({store, {32, 1, 1}, module});
    REQUIRE(ran.findings.size() == 1);
    CHECK(ran.findings[0].kind == FindingKind::null_pointer);
    return words::text_of(ran.findings[0]);
  };
  const std::string heap = "when the heap is full";
  CHECK(told(".extern .func (.param .b64 r) malloc (.param .b64 n);\n").find(heap) !=
        std::string::npos);
  CHECK(told("").find(heap) == std::string::npos);
}

TEST_CASE("freeing twice, freeing what malloc did not give, and using what was freed are told") {
  check_fine(
      with_block("st.u32 [%rd3+4], 7; ld.u32 %r2, [%rd3+4]; st.global.u32 [%rd1], %r2;" + kFree),
      {7, 7});
  check_fine(with_block(kFree + "mov.u64 %rd3, 0;" + kFree));
  check_finding(with_block(kFree + kFree), FindingKind::undefined_behavior, 32, "already");
  check_finding(with_block("add.s64 %rd3, %rd3, 4;" + kFree), FindingKind::undefined_behavior, 32,
                "which malloc() did not return");
  check_finding(with_block("mov.u64 %rd3, %rd1;" + kFree), FindingKind::undefined_behavior, 32,
                "which malloc() did not return");
  check_finding(with_block(kFree + "st.u32 [%rd3], 7;"), FindingKind::out_of_bounds, 32,
                "writes 4 bytes, in a block that was freed");
  check_finding(with_block(kFree + "ld.global.u32 %r2, [%rd3+4];"), FindingKind::out_of_bounds, 32,
                "reads 4 bytes, in a block that was freed");
  check_finding(with_block("st.u32 [%rd3+8], 7;"), FindingKind::out_of_bounds, 32,
                "8 bytes from the start of a block of malloc() that has 8");
}

namespace {

// Each thread copies its word to shared memory asynchronously, does `then`, and reads the word of
// thread `%r1 ^ distance`.
Kernel with_copy(const std::string& then, const char* distance) {
  return {
      "mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r3, %r2, %r3;\n"
      "st.global.u32 [%rd1], %r1;\n"
      "cp.async.ca.shared.global [%r3], [%rd1], 4;\n" +
          then + "\nxor.b32 %r4, %r1, " + distance +
          "; shl.b32 %r4, %r4, 2; add.u32 %r4, %r2, %r4;\n"
          "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd1+512], %r5;",
      {64, 1, 1},
      ".shared .align 4 .b8 s[256];"};
}

// How many threads touch what an asynchronous copy may still be using.
uint64_t races(const Kernel& kernel) {
  CAPTURE(kernel.body);
  uint64_t count = 0;
  const Ran ran = run(kernel);
  CHECK(ran.error == "");
  for (const sim::Finding& f : ran.findings) {
    CAPTURE(words::text_of(f));
    CHECK(f.kind == FindingKind::race);
    CHECK(words::text_of(f).find("asynchronous copy") != std::string::npos);
    count += f.count;
  }
  return count;
}

}  // namespace

TEST_CASE("what an asynchronous copy brings is read after the wait, by others after a barrier") {
  CHECK(races(with_copy("", "0")) == 64);
  CHECK(races(with_copy("cp.async.commit_group;", "0")) == 64);
  // The group that was committed last may still be on its way; what was not committed is in none.
  CHECK(races(with_copy("cp.async.commit_group; cp.async.wait_group 1;", "0")) == 64);
  CHECK(races(with_copy("cp.async.wait_group 0;", "0")) == 64);
  CHECK(races(with_copy("bar.sync 0; cp.async.wait_all;", "32")) == 64);
  // All lanes of a warp wait in one instruction, which tells none of them about the others' copies.
  CHECK(races(with_copy("bar.sync 0; cp.async.wait_all;", "1")) == 64);
  check_fine(with_copy("cp.async.wait_all;", "0"));
  check_fine(with_copy("cp.async.commit_group; cp.async.wait_group 0;", "0"));
  check_fine(
      with_copy("cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;", "0"));
  check_fine(with_copy("cp.async.wait_all; bar.sync 0;", "32"));
  check_fine(with_copy("cp.async.wait_all; bar.sync 0;", "1"));
  check_fine(with_copy("cp.async.wait_all; bar.warp.sync -1;", "1"));
  check_fine(with_copy("bar.sync 0; cp.async.wait_all;", "0"));
}

TEST_CASE("two copies into one place have no order until the first one has been waited for") {
  const std::string again = "cp.async.ca.shared.global [%r3], [%rd1+512], 4;",
                    all = "cp.async.wait_all;";
  // Both bring thread 0 the same.
  CHECK(races(with_copy(again + all, "0")) == 63);
  CHECK(races(with_copy("cp.async.commit_group;" + again + all, "0")) == 63);
  CHECK(races(with_copy("cp.async.ca.shared.global [%r3], [%rd1], 4, 0;" + all, "0")) == 63);
  CHECK(races(with_copy("red.shared.add.u32 [%r3], 1;" + all, "0")) == 64);
  check_fine(with_copy(all + again + all, "0"));
  check_fine(with_copy("cp.async.commit_group; cp.async.wait_group 0;" + again + all, "0"));
  check_fine(with_copy("cp.async.ca.shared.global [%r3], [%rd1], 4;" + all, "0"));
  check_fine(with_copy(all + "red.shared.add.u32 [%r3], 1;", "0"));
  const std::string others = "xor.b32 %r6, %r3, 128; cp.async.ca.shared.global [%r6], [%rd1], 4;";
  // Of the second warp the first one's barrier is taken for an order, though it stands behind.
  CHECK(races(with_copy("bar.sync 0;" + all + others + all + "bar.sync 0;", "0")) == 32);
  check_fine(with_copy(all + "bar.sync 0;" + others + all + "bar.sync 0;", "0"));
}

TEST_CASE("what an asynchronous copy reads may be written after the wait") {
  const std::string all = "cp.async.wait_all;", meet = "bar.sync 0;";
  const std::string others =
      "xor.b32 %r6, %r1, 32; mul.wide.u32 %rd2, %r6, 4; add.s64 %rd2, %rd0, %rd2;"
      "st.global.u32 [%rd2], 5;";
  for (const std::string write :
       {"st.global.u32 [%rd1], 5;", "st.u32 [%rd1], 5;", "red.global.add.u32 [%rd1], 5;",
        "atom.exch.b32 %r6, [%rd1], 5;", "st.volatile.global.u8 [%rd1+3], 5;"}) {
    CHECK(races(with_copy(write + all, "0")) == 64);
    CHECK(races(with_copy("cp.async.commit_group;" + write + all, "0")) == 64);
    check_fine(with_copy(all + write, "0"));
  }
  CHECK(races(with_copy(meet + others + all, "0")) == 64);
  CHECK(races(with_copy(meet + all + others, "0")) == 64);
  check_fine(with_copy(all + meet + others, "0"));
  // A copy of two bytes leaves the others alone, and one of none all of them.
  const auto of_part = [&](const char* taken, const char* written) {
    return Kernel{"mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r3, %r2, %r3; mov.u32 %r4, " +
                      std::string(taken) +
                      ";\ncp.async.ca.shared.global [%r3], [%rd1], 4, %r4;\nst.global.u8 [" +
                      written + "], 5; cp.async.wait_all;",
                  {64, 1, 1},
                  ".shared .align 4 .b8 s[256];"};
  };
  CHECK(races(of_part("2", "%rd1+1")) == 64);
  check_fine(of_part("2", "%rd1+2"));
  check_fine(of_part("0", "%rd1"));
}

namespace {

// Block 0 writes a word, does `tells` and raises a flag; block 1 waits for it, does `learns` and
// reads the word.
Kernel with_message(const std::string& tells, const std::string& learns,
                    const std::string& flag = "st.relaxed.gpu.global.u32 [%rd0+4], 1;") {
  return {
      "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; @%p1 bra READER;\n"
      "st.global.u32 [%rd0], 7;\n" +
          tells + flag +
          "ret;\nREADER:\nld.relaxed.gpu.global.u32 %r3, [%rd0+4]; setp.eq.u32 %p2, %r3, 0;\n"
          "@%p2 bra READER;\n" +
          learns + "ld.global.u32 %r4, [%rd0]; st.global.u32 [%rd0+8], %r4;",
      {1, 1, 1},
      "",
      2};
}

}  // namespace

TEST_CASE("a fence tells, learns or does both, for those whom its scope reaches") {
  const auto is_race = [](const Kernel& kernel) {
    CAPTURE(kernel.body);
    const Ran ran = run(kernel);
    CHECK(ran.error == "");
    for (const sim::Finding& f : ran.findings) CHECK(f.kind == FindingKind::race);
    return !ran.findings.empty();
  };
  const std::string both = "fence.acq_rel.gpu;", tells = "fence.release.gpu;";
  const std::string learns = "fence.acquire.gpu;",
                    store = "st.release.gpu.global.u32 [%rd0+16], 1;";
  for (const std::string& tell :
       {both, tells, std::string("fence.sc.gpu;"), std::string("membar.gl;")})
    for (const std::string& learn : {both, learns, std::string("fence.sc.sys;")})
      check_fine(with_message(tell, learn), {7, 1, 7});
  check_fine(with_message("", learns, "st.release.gpu.global.u32 [%rd0+4], 1;"));
  CHECK(is_race(with_message(learns, both)));
  CHECK(is_race(with_message(both, tells)));
  CHECK(is_race(with_message(both, store)));
  for (const std::string of_block :
       {"fence.acq_rel.cluster;", "fence.sc.cluster;", "fence.acq_rel.cta;"}) {
    CHECK(is_race(with_message(of_block, both)));
    CHECK(is_race(with_message(both, of_block)));
  }
  CHECK(is_race(with_message(both, both, "st.relaxed.cluster.global.u32 [%rd0+4], 1;")));
  CHECK(is_race(with_message("", both, "st.release.cluster.global.u32 [%rd0+4], 1;")));
  CHECK(is_race({"red.relaxed.cluster.global.add.u32 [%rd0], 1;", {1, 1, 1}, "", 2}));
  CHECK_FALSE(is_race({"red.relaxed.gpu.global.add.u32 [%rd0], 1;", {1, 1, 1}, "", 2}));
  CHECK_FALSE(is_race({"red.relaxed.cluster.global.add.u32 [%rd0], 1;", {64, 1, 1}}));
}

TEST_CASE("a block whose threads need more registers than there are cannot be launched") {
  Kernel kernel{"st.global.u32 [%rd1], 1;", {1024, 1, 1}, {}};
  const auto error = [&](uint32_t registers, uint32_t threads) {
    kernel.block.x = threads;
    kernel.body = "setp.lt.u32 %p1, %r1, 256; @%p1 st.global.u32 [%rd1], 1;";
    sim::Options options;
    options.machine_code["k"].registers = registers;
    return run(kernel, options).error;
  };
  CHECK(error(134, 1024).find("134 registers") != std::string::npos);
  CHECK(error(134, 385) != "");
  CHECK(error(134, 384) == "");
  CHECK(error(64, 1024) == "");
  CHECK(error(65, 1024) != "");
  CHECK(error(65, 896) == "");
  CHECK(error(255, 256) == "");
  CHECK(error(255, 257) != "");
  CHECK(error(134, 1024).find("__launch_bounds__(1024)") != std::string::npos);
}

TEST_CASE("a kernel that demands a shape of its blocks is launched with that shape only") {
  const auto error = [](Dim3 block) {
    const auto module = ptx::parse(
        ".version 9.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k() .reqntid 16, 4 { ret; }");
    REQUIRE(module);
    sim::Launch launch;
    launch.kernel = "k";
    launch.grid = {1, 1, 1};
    launch.block = block;
    const auto report = sim::simulate(*module, {}, {&launch, 1}, {});
    return report ? std::string() : words::text_of(report.why().says);
  };
  CHECK(error({16, 4, 1}) == "");
  CHECK(error({8, 8, 1}).find("blocks of 16 x 4 x 1") != std::string::npos);
  CHECK(error({16, 2, 1}) != "");
}

TEST_CASE("a kernel that asks for clusters is launched with grids of whole clusters only") {
  const auto error = [](Dim3 grid, const std::string& body) {
    const auto module = ptx::parse(
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k() .explicitcluster .reqnctapercluster 2, 3 { .reg .b32 %r1; " +
        body + " ret; }");
    REQUIRE(module);
    sim::Launch launch;
    launch.kernel = "k";
    launch.grid = grid;
    launch.block = {32, 1, 1};
    const auto report = sim::simulate(*module, {}, {&launch, 1}, {});
    return report ? std::string() : words::text_of(report.why().says);
  };
  CHECK(error({4, 3, 1}, "") == "");
  CHECK(error({4, 3, 5}, "") == "");
  CHECK(error({3, 3, 1}, "").find("clusters of 2 x 3 x 1 blocks") != std::string::npos);
  CHECK(error({4, 4, 1}, "") != "");
  // Nor which of them an access of their cluster's scope reaches.
  CHECK(error({4, 3, 1}, "fence.acq_rel.cluster;").find("a cluster of several blocks") !=
        std::string::npos);
  // Its blocks would not be told where they are in their cluster.
  CHECK(error({4, 3, 1}, "mov.u32 %r1, %cluster_ctaid.x;").find("%cluster_ctaid.x") !=
        std::string::npos);
  CHECK(error({4, 3, 1}, "mov.u32 %r1, %ctaid.x;") == "");
}

TEST_CASE("what the hardware decides is the same in every order, and nothing depends on it") {
  for (const std::string reg :
       {"%warpid", "%nwarpid", "%smid", "%nsmid", "%clock", "%total_smem_size"}) {
    CAPTURE(reg);
    Kernel kernel{"mov.u32 %r2, " + reg + "; st.global.u32 [%rd1], %r2;", {64, 1, 1}, {}};
    const Ran first = run(kernel);
    CHECK_FALSE(first.order_matters);
    for (const auto kind : {sim::Schedule::Kind::reversed, sim::Schedule::Kind::lockstep}) {
      sim::Options options;
      options.schedule = {kind, 0};
      CHECK(run(kernel, options).out == first.out);
    }
  }
}

namespace {

// What 16 blocks of one thread store as %r2 in every order but the first that a grading tries.
std::set<uint32_t> stored_in_other_orders(const std::string& body) {
  using Kind = sim::Schedule::Kind;
  const Kernel kernel{
      "mov.u32 %r3, %ctaid.x; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd2, %rd0, %rd2;" + body +
          "st.global.u32 [%rd2], %r2;",
      {1, 1, 1},
      {},
      16};
  std::set<uint32_t> stored;
  for (const sim::Schedule& schedule :
       {sim::Schedule{Kind::reversed, 0}, sim::Schedule{Kind::lockstep, 0},
        sim::Schedule{Kind::lockstep_reversed, 0}, sim::Schedule{Kind::delayed, 1},
        sim::Schedule{Kind::random, 1}}) {
    sim::Options options;
    options.schedule = schedule;
    const std::vector<uint32_t> out = run(kernel, options).out;
    stored.insert(out.begin(), out.begin() + 16);
  }
  return stored;
}

}  // namespace

TEST_CASE("a clock goes forward in every order, and no faster than whoever waits for it expects") {
  CHECK(stored_in_other_orders("mov.u32 %r2, 0; mov.u32 %r4, 0; mov.u64 %rd3, %clock64;"
                               "mov.u64 %rd4, %rd3; again: mov.u64 %rd5, %clock64;"
                               "setp.lt.u64 %p1, %rd5, %rd4; @%p1 bra back; bra on;"
                               "back: mov.u32 %r2, 1; on: mov.u64 %rd4, %rd5; add.u32 %r4, %r4, 1;"
                               "setp.lt.u32 %p2, %r4, 100; @%p2 bra again;"
                               "sub.s64 %rd5, %rd5, %rd3; setp.gt.u64 %p3, %rd5, 100000;"
                               "@%p3 mov.u32 %r2, 2;") == std::set<uint32_t>{0});
}
