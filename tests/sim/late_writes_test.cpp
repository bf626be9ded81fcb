// The order `late`: without a fence writes reach others in any order, with one they do not, and
// each of them comes at last.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Schedule;

namespace {

// Places in the buffer, of 4 bytes each: what is told of, who tells of it, and what is answered.
constexpr size_t kData = 0, kFlag = 32, kAnswer = 16;

struct Ran {
  std::array<int32_t, 64> memory = {};
  sim::Report report;
  int32_t answer() const { return memory[kAnswer]; }
};

Ran run(const std::string& body, Dim3 grid, Dim3 block, const Schedule& schedule) {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
      ".reg .pred %p;\n.reg .b32 %me, %x, %y;\n.reg .b64 %a;\n.shared .align 16 .b8 s[16];\n"
      "ld.param.u64 %a, [a];\n" +
      body + "\nret;\n}\n";
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  Ran ran;
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::i32;
  buffer.shape = {64};
  buffer.bytes = std::as_writable_bytes(std::span(ran.memory));
  const sim::Launch launch{"k", grid, block, 0, {{0, {}}}};
  sim::Options options;
  options.schedule = schedule;
  auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->completed);
  ran.report = std::move(*report);
  return ran;
}

// Thread 0 writes and threads from 32 on, or those of the other block, wait for it and read.
std::string message(const std::string& who, const std::string& writes, const std::string& reads) {
  return "mov.u32 %me, " + who + ";\nsetp.ne.u32 %p, %me, 0;\n@%p bra READER;\n" + writes +
         "\nret;\nREADER:\n" + reads;
}
const std::string kWaits =
    "WAIT:\nld.volatile.global.u32 %x, [%a+128];\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\n"
    "membar.gl;\nld.volatile.global.u32 %y, [%a];\nst.global.u32 [%a+64], %y;\n";

// What any of the orders in which writes come late makes of the answer: 0 if one has it stale.
int32_t least_answer(const std::string& body, Dim3 grid, Dim3 block) {
  CHECK(run(body, grid, block, {}).answer() == 7);
  int32_t least = 7;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const Ran ran = run(body, grid, block, {Schedule::Kind::late, seed});
    CHECK(ran.memory[kData] == 7);
    least = std::min(least, ran.answer());
  }
  return least;
}

}  // namespace

TEST_CASE("a message between blocks may come late unless a fence for the device stands before it") {
  const auto least = [](const std::string& data, const std::string& fence,
                        const std::string& flag) {
    return least_answer(
        message("%ctaid.x", data + ".u32 [%a], 7;\n" + fence + "\n" + flag + " [%a+128], 1;",
                kWaits),
        {2, 1, 1}, {1, 1, 1});
  };
  for (const std::string data : {"st.volatile.global", "st.relaxed.gpu.global", "st.volatile"})
    for (const std::string flag :
         {"st.volatile.global.u32", "st.relaxed.sys.global.u32", "red.global.add.u32"}) {
      CAPTURE(data);
      CAPTURE(flag);
      for (const std::string fence :
           {"", "membar.cta;", "fence.acq_rel.cta;", "fence.acq_rel.cluster;", "fence.acquire.gpu;",
            "bar.sync 0;", "bar.warp.sync 1;"}) {
        CAPTURE(fence);
        CHECK(least(data, fence, flag) == 0);
      }
      for (const std::string fence : {"membar.gl;", "membar.sys;", "fence.acq_rel.gpu;",
                                      "fence.sc.gpu;", "fence.release.gpu;"}) {
        CAPTURE(fence);
        CHECK(least(data, fence, flag) == 7);
      }
    }
  CHECK(least("st.volatile.global", "", "st.release.gpu.global.u32") == 7);
  CHECK(least("st.volatile.global", "", "red.release.gpu.global.add.u32") == 7);
  CHECK(least("st.volatile.global", "", "st.release.cta.global.u32") == 0);
  CHECK(least("st.volatile.global", "", "st.release.cluster.global.u32") == 0);
  CHECK(least("red.global.add", "", "st.volatile.global.u32") == 0);
  CHECK(least("red.release.gpu.global.add", "", "st.volatile.global.u32") == 7);
}

TEST_CASE("within a block a fence of the block, or a barrier, is enough") {
  for (const auto& [fence, answer] :
       {std::pair<std::string, int>{"", 0}, {"membar.cta;", 7}, {"membar.gl;", 7}}) {
    CAPTURE(fence);
    const std::string global =
        message("%tid.x",
                "st.volatile.global.u32 [%a], 7;\n" + fence + "st.volatile.global.u32 [%a+128], 1;",
                kWaits);
    const std::string shared =
        message("%tid.x",
                "st.volatile.shared.u32 [s], 7;\n" + fence +
                    "st.volatile.shared.u32 [s+8], 1;\nst.global.u32 [%a], 7;",
                "WAIT:\nld.volatile.shared.u32 %x, [s+8];\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\n"
                "ld.volatile.shared.u32 %y, [s];\nst.global.u32 [%a+64], %y;\n");
    // In the shared one nobody has cleared what is polled: it is the same in all orders here.
    CHECK(least_answer(global, {1, 1, 1}, {33, 1, 1}) == answer);
    CHECK(least_answer(shared, {1, 1, 1}, {33, 1, 1}) == answer);
  }
  const std::string barrier =
      "mov.u32 %me, %tid.x;\nsetp.eq.u32 %p, %me, 0;\n@%p red.global.add.u32 [%a], 7;\n"
      "bar.sync 0;\nsetp.eq.u32 %p, %me, 32;\n@%p ld.global.u32 %y, [%a];\n"
      "@%p st.global.u32 [%a+64], %y;";
  CHECK(least_answer(barrier, {1, 1, 1}, {33, 1, 1}) == 7);
}

TEST_CASE(
    "what a block has written before a barrier another block sees by the fence of one thread") {
  for (const auto& [fence, answer] : {std::pair<std::string, int>{"", 0}, {"membar.gl;", 7}}) {
    CAPTURE(fence);
    const std::string writes =
        "mov.u32 %me, %tid.x;\nsetp.eq.u32 %p, %me, 32;\n@%p st.volatile.global.u32 [%a], 7;\n"
        "bar.sync 0;\nsetp.eq.u32 %p, %me, 0;\n" +
        (fence.empty() ? fence : "@%p " + fence) + "\n@%p st.volatile.global.u32 [%a+128], 1;";
    const std::string body = message("%ctaid.x", writes, kWaits);
    CHECK(least_answer(body, {2, 1, 1}, {33, 1, 1}) == answer);
  }
}

TEST_CASE("the last one counts what the others have added only behind a fence") {
  for (const auto& [fence, answer] : {std::pair<std::string, int>{"", 0}, {"membar.gl;", 7}}) {
    CAPTURE(fence);
    const std::string body =
        "red.global.add.u32 [%a], 1;\n" + fence +
        "atom.global.add.u32 %x, [%a+128], 1;\nsetp.ne.u32 %p, %x, 6;\n@%p ret;\n" + fence +
        "atom.global.add.u32 %y, [%a], 0;\nst.global.u32 [%a+64], %y;";
    const int32_t least = least_answer(body, {7, 1, 1}, {1, 1, 1});
    if (answer == 7) CHECK(least == 7);
    else CHECK(least < 7);
  }
}

TEST_CASE("a thread sees its own writes, and every write comes at last") {
  // Vectors, parts of them, and updates.
  const std::string own =
      "st.volatile.global.v4.u32 [%a], {7, 3, 4, 5};\nst.volatile.global.u32 [%a+128], 1;\n"
      "ld.volatile.global.u32 %x, [%a+8];\nred.global.add.u32 [%a+8], 1;\n"
      "ld.volatile.global.u32 %y, [%a+8];\nadd.u32 %x, %x, %y;\nsub.u32 %x, %x, 2;\n"
      "st.global.u32 [%a+64], %x;";
  CHECK(least_answer(own, {1, 1, 1}, {1, 1, 1}) == 7);
  // The second flag is up, the first one comes late.
  const std::string two_flags = message(
      "%ctaid.x",
      "st.volatile.global.u32 [%a], 7;\nst.volatile.global.u32 [%a+128], 1;\n"
      "st.volatile.global.u32 [%a+160], 1;",
      "SECOND:\nld.volatile.global.u32 %x, [%a+160];\nsetp.eq.u32 %p, %x, 0;\n@%p bra SECOND;\n"
      "FIRST:\nld.volatile.global.u32 %x, [%a+128];\nsetp.eq.u32 %p, %x, 0;\n@%p bra FIRST;\n"
      "st.global.u32 [%a+64], 7;");
  CHECK(least_answer(two_flags, {2, 1, 1}, {1, 1, 1}) == 7);
  // Each waits for the other, and looks by an update.
  const std::string both =
      "mov.u32 %me, %ctaid.x;\nshl.b32 %x, %me, 7;\ncvt.u64.u32 %a1, %x;\nadd.s64 %a1, %a1, %a;\n"
      "xor.b32 %x, %x, 128;\ncvt.u64.u32 %a2, %x;\nadd.s64 %a2, %a2, %a;\n"
      "red.global.add.u32 [%a1], 7;\nWAIT:\natom.global.add.u32 %y, [%a2], 0;\n"
      "setp.eq.u32 %p, %y, 0;\n@%p bra WAIT;\nst.volatile.global.u32 [%a+64], %y;";
  CHECK(least_answer(".reg .b64 %a1, %a2;\n" + both, {2, 1, 1}, {1, 1, 1}) == 7);
}

TEST_CASE("only a run in which threads look at what may come late says that this matters") {
  const std::string asks = message("%ctaid.x",
                                   "st.volatile.global.u32 [%a], 7;\nmembar.gl;\n"
                                   "st.volatile.global.u32 [%a+128], 1;",
                                   kWaits);
  CHECK(run(asks, {2, 1, 1}, {1, 1, 1}, {}).report.late_writes_matter);
  for (const std::string& body :
       {std::string("red.global.add.u32 [%a], 1;"), std::string("st.global.u32 [%a], 1;"),
        std::string("atom.global.add.u32 %x, [%a], 1;\nst.global.u32 [%a+64], %x;"),
        std::string("st.shared.u32 [s], 1;\nred.shared.add.u32 [s], 1;\n"
                    "ld.volatile.global.u32 %x, [%a];")})
    CHECK_FALSE(run(body, {1, 1, 1}, {1, 1, 1}, {}).report.late_writes_matter);
}

TEST_CASE("a load may bring what was there before, unless the reader fences behind the flag") {
  const auto answer = [](const std::string& flag, const std::string& fence,
                         const std::string& data) {
    const std::string body =
        message("%ctaid.x",
                "st.volatile.global.u32 [%a], 7;\nmembar.gl;\nst.volatile.global.u32 [%a+128], 1;",
                "WAIT:\n" + flag + "\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\n" + fence + "\n" +
                    data + "\nst.global.u32 [%a+64], %y;\n");
    CHECK(run(body, {2, 1, 1}, {1, 1, 1}, {}).answer() == 7);
    return run(body, {2, 1, 1}, {1, 1, 1}, {Schedule::Kind::late, 0}).answer();
  };
  const std::string flag = "ld.volatile.global.u32 %x, [%a+128];";
  const std::string data = "ld.volatile.global.u32 %y, [%a];";
  CHECK(answer(flag, "", data) == 0);
  CHECK(answer(flag, "", "ld.relaxed.gpu.global.u32 %y, [%a];") == 0);
  CHECK(answer("ld.relaxed.gpu.global.u32 %x, [%a+128];", "", data) == 0);
  CHECK(answer("atom.global.add.u32 %x, [%a+128], 0;", "", data) == 0);
  // The second look at a place brings what is there now, and so does an atomic.
  CHECK(answer(flag, data, data) == 7);
  CHECK(answer(flag, "", "atom.global.add.u32 %y, [%a], 0;") == 7);
  for (const std::string fence :
       {"membar.gl;", "fence.acq_rel.gpu;", "bar.sync 0;", "bar.warp.sync 1;"}) {
    CAPTURE(fence);
    CHECK(answer(flag, fence, data) == 7);
  }
  CHECK(answer("ld.acquire.gpu.global.u32 %x, [%a+128];", "", data) == 7);
  CHECK(answer("atom.acquire.gpu.global.add.u32 %x, [%a+128], 0;", "", data) == 7);
}

TEST_CASE(
    "of two threads that raise their flags and then look, both may find none without fence.sc") {
  // Whoever finds the other's flag up counts; the words are those at 0 and 4 of one piece, or far
  // apart.
  const auto counted = [](const std::string& who, const std::string& store,
                          const std::string& between, const std::string& load, unsigned apart) {
    const std::string body =
        ".reg .b64 %a1, %a2;\nmov.u32 %me, " + who + ";\nmul.wide.u32 %a1, %me, " +
        std::to_string(apart) + ";\nadd.s64 %a1, %a1, %a;\nsub.u32 %x, 1, %me;\n" +
        "mul.wide.u32 %a2, %x, " + std::to_string(apart) + ";\nadd.s64 %a2, %a2, %a;\n" + store +
        ".u32 [%a1], 1;\n" + between + "\n" + load +
        ".u32 %y, [%a2];\nsetp.eq.u32 %p, %y, 0;\n@%p ret;\nred.global.add.u32 [%a+64], 1;";
    const bool blocks = who == "%ctaid.x";
    const Dim3 two{2, 1, 1}, one{1, 1, 1};
    CHECK(run(body, blocks ? two : one, blocks ? one : two, {}).answer() > 0);
    return run(body, blocks ? two : one, blocks ? one : two, {Schedule::Kind::late, 0}).answer();
  };
  for (const std::string who : {"%ctaid.x", "%tid.x"})
    for (const unsigned apart : {4u, 32u}) {
      CAPTURE(who);
      CAPTURE(apart);
      for (const std::string store :
           {"st.release.gpu.global", "st.volatile.global", "red.global.add"})
        for (const std::string load : {"ld.acquire.gpu.global", "ld.volatile.global"}) {
          CAPTURE(store);
          CAPTURE(load);
          for (const std::string weak : {"", "fence.acq_rel.gpu;"})
            CHECK(counted(who, store, weak, load, apart) == 0);
          for (const std::string strong : {"membar.gl;", "fence.sc.gpu;"})
            CHECK(counted(who, store, strong, load, apart) > 0);
        }
    }
}

TEST_CASE("who has seen another one's write and acquired that sees what came before it") {
  const auto answer = [](const std::string& sees) {
    const std::string body =
        message("%ctaid.x",
                "st.volatile.global.u32 [%a], 7;\nmembar.gl;\natom.global.add.u32 %x, [%a+128], 1;",
                "WAIT:\n" + sees +
                    "\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\nfence.acq_rel.gpu;\n"
                    "ld.relaxed.gpu.global.u32 %y, [%a];\nst.global.u32 [%a+64], %y;\n");
    return run(body, {2, 1, 1}, {1, 1, 1}, {Schedule::Kind::late, 0}).answer();
  };
  CHECK(answer("ld.relaxed.gpu.global.u32 %x, [%a+128];") == 7);
  CHECK(answer("atom.global.or.b32 %x, [%a+128], 0;") == 7);
  CHECK(answer("red.global.add.u32 [%a+128], 1;\nld.acquire.gpu.global.u32 %x, [%a+128];\n"
               "setp.gt.u32 %p, %x, 1;\nselp.u32 %x, 1, 0, %p;") == 7);
  // All lanes add at one time: none of them sees less than what it has added itself.
  const std::string lanes =
      "atom.global.add.u32 %x, [%a], 1;\nld.volatile.global.u32 %y, [%a];\n"
      "setp.gt.u32 %p, %y, %x;\n@%p red.global.add.u32 [%a+64], 1;";
  CHECK(run(lanes, {1, 1, 1}, {32, 1, 1}, {Schedule::Kind::late, 0}).answer() == 32);
}

TEST_CASE("the fence of a reader in the same warp is none of the writer's") {
  const auto least = [](const std::string& fence) {
    const std::string body =
        ".reg .b64 %a1, %a2;\nmov.u32 %me, %tid.x;\nmul.wide.u32 %a1, %me, 4;\n"
        "add.s64 %a1, %a1, %a;\nsub.u32 %x, 1, %me;\nmul.wide.u32 %a2, %x, 4;\n"
        "add.s64 %a2, %a2, %a;\nst.volatile.global.u32 [%a1], 7;\n" +
        fence +
        "\nst.volatile.global.u32 [%a1+128], 1;\n"
        "WAIT:\nld.volatile.global.u32 %x, [%a2+128];\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\n"
        "membar.gl;\nld.volatile.global.u32 %y, [%a2];\nadd.u32 %y, %y, -7;\n"
        "red.global.add.u32 [%a+64], %y;\nbar.sync 0;\nsetp.eq.u32 %p, %me, 0;\n"
        "@%p red.global.add.u32 [%a+64], 7;";
    return least_answer(body, {1, 1, 1}, {2, 1, 1});
  };
  CHECK(least("") < 7);
  CHECK(least("membar.gl;") == 7);
}

TEST_CASE(
    "what a thread has written before many other writes comes late, and so does the last one") {
  for (const auto& [before, after] :
       {std::pair<int, int>{0, 1}, {17, 0}, {300, 0}, {0, 100}, {3, 300}})
    for (const auto& [fence, answer] : {std::pair<std::string, int>{"", 0}, {"membar.gl;", 7}}) {
      CAPTURE(before);
      CAPTURE(after);
      CAPTURE(fence);
      std::string writes = ".shared .align 4 .b8 t[4096];\n";
      for (int k = 0; k < before; ++k)
        writes += fmt::format("st.volatile.shared.u32 [t+{}], 1;\n", 4 * k);
      writes += "st.volatile.global.u32 [%a], 7;\n";
      for (int k = 0; k < after; ++k)
        writes += fmt::format("st.volatile.shared.u32 [t+{}], 1;\n", 4 * k);
      writes += fence + "\nst.volatile.global.u32 [%a+128], 1;";
      CHECK(least_answer(message("%ctaid.x", writes, kWaits), {2, 1, 1}, {1, 1, 1}) == answer);
    }
}

TEST_CASE("the elements of a vector come in any order") {
  const auto least = [](const std::string& stored, const std::string& loaded) {
    const std::string body = message(
        "%ctaid.x",
        "st.relaxed.gpu.global.v2.u32 [%a+128], " + stored + ";\nst.global.u32 [%a], 7;",
        "WAIT:\nld.relaxed.gpu.global.v2.u32 " + loaded +
            ", [%a+128];\nsetp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\nst.global.u32 [%a+64], %y;\n");
    return least_answer(body, {2, 1, 1}, {1, 1, 1});
  };
  CHECK(least("{7, 1}", "{%y, %x}") == 0);
  CHECK(least("{1, 7}", "{%x, %y}") == 0);
  // Who waits for both of them gets both.
  const std::string both =
      message("%ctaid.x", "st.relaxed.gpu.global.v2.u32 [%a+128], {7, 1};\nst.global.u32 [%a], 7;",
              "WAIT:\nld.relaxed.gpu.global.v2.u32 {%y, %x}, [%a+128];\nmul.lo.u32 %x, %x, %y;\n"
              "setp.eq.u32 %p, %x, 0;\n@%p bra WAIT;\nst.global.u32 [%a+64], %y;\n");
  CHECK(least_answer(both, {2, 1, 1}, {1, 1, 1}) == 7);
}
