// What is told of a race that comes of another fault.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// What is told of the races of k(out), whose line numbers are those of k.cu. %t is the thread's
// number in its block of 64, %a the address of its own word of out, %s that of its word of a tile.
std::string told_of_races(const std::string& steps, const std::string& variables = {}) {
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "k.cu"
{}
.visible .entry k(.param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %s, %o, %x;
  .reg .b64 %a, %d, %g;
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
                                       variables, steps);
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  constexpr uint32_t threads = 64;
  std::vector<std::byte> memory(size_t{4} * threads);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {threads};
  out.bytes = memory;
  const uint32_t dynamic = variables.starts_with(".extern") ? 1024 : 0;
  sim::Launch launch{"k", {1, 1, 1}, {threads, 1, 1}, dynamic, {{0, {}}}};
  sim::Options options;
  options.student_file = "k.cu";
  options.always_exact = true;
  const auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  std::string told;
  for (const sim::Finding& f : report->findings)
    if (f.kind == sim::FindingKind::race || f.kind == sim::FindingKind::warp_synchronous)
      told += words::text_of(f) + "\n";
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
  CHECK(has(told, "This line also leaves the bounds (see \"in bounds\"). Mend that first"));
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
  CHECK(has(torn, "Not all threads reach the barrier in line 4 (see \"terminates\")"));
  const std::string none = told_of_races(turned("", ""));
  CAPTURE(none);
  CHECK(has(none, "with no __syncthreads() between them"));
}

TEST_CASE("a variable that is no array has no index, and is told as one for all threads") {
  const std::string store = R"(
  mov.u64 %g, sum;
  .loc 1 3 0
  st.global.u32 [%g], %t;)";
  const std::string outside = told_of_races(store, ".global .align 4 .u32 sum;");
  CAPTURE(outside);
  CHECK(has(outside, " in sum at once"));
  CHECK(has(outside, ". It is one variable for all threads of the launch, because of __device__"));
  CHECK_FALSE(has(outside, "__shared__"));
  const std::string array = told_of_races(store, ".global .align 4 .b8 sum[64];");
  CAPTURE(array);
  CHECK(has(array, " in sum[0] at once"));
  CHECK(has(array, ". Give each thread an element of its own"));
  CHECK_FALSE(has(array, "one variable"));
  const std::string shared = told_of_races(R"(
  mov.u32 %o, one;
  .loc 1 3 0
  st.shared.u32 [%o], %t;)",
                                           ".shared .align 4 .u32 one;");
  CAPTURE(shared);
  CHECK(has(shared, ". It is one variable for all threads of the block, because of __shared__"));
}

TEST_CASE("a variable into which one line puts what each thread needs is no matter of barriers") {
  const std::string told = told_of_races(R"(
  mov.u32 %o, one;
  .loc 1 3 0
  st.shared.u32 [%o], %t;
  .loc 1 5 0
  ld.shared.u32 %o, [%o];
  st.global.u32 [%a], %o;)",
                                         ".shared .align 4 .u32 one;");
  CAPTURE(told);
  CHECK_FALSE(has(told, "__syncthreads()"));
  // One thread that stores for the others needs one.
  const std::string one = told_of_races(R"(
  mov.u32 %o, one;
  setp.ne.u32 %p, %t, 0;
  .loc 1 3 0
  @!%p st.shared.u32 [%o], %t;
  .loc 1 5 0
  ld.shared.u32 %o, [%o];
  st.global.u32 [%a], %o;)",
                                        ".shared .align 4 .u32 one;");
  CAPTURE(one);
  CHECK(has(one, "with no __syncthreads() between them: put one there"));
}

namespace {

// Thread `writer` puts a word into the tile and raises the flag, thread 0 polls and reads the word.
std::string handed_over(int writer, const std::string& raise, const std::string& poll,
                        const std::string& behind = "") {
  return told_of_races(fmt::format(R"(
  mov.u32 %o, flag;
  setp.ne.u32 %p, %t, {};
  @%p bra others;
  .loc 1 3 0
  st.shared.u32 [%x], 7;
  .loc 1 4 0
  {};
  bra behind;
others:
  setp.ne.u32 %p, %t, 0;
  @%p bra behind;
again:
  .loc 1 6 0
  {};
  setp.eq.u32 %p, %t, 0;
  @%p bra again;
  .loc 1 7 0
  {}
  ld.shared.u32 %t, [%x];
  st.global.u32 [%a], %t;
behind:)",
                                   writer, raise, poll, behind),
                       ".shared .align 4 .u32 flag;");
}

}  // namespace

TEST_CASE("a flag that orders nothing is told as that, in one warp and between two") {
  const std::string cause = ", and the flag that line 6 waits for does not order them";
  for (const int writer : {1, 32}) {
    CAPTURE(writer);
    const std::string relaxed = handed_over(writer, "st.relaxed.cta.shared.u32 [%o], 1",
                                            "ld.relaxed.cta.shared.u32 %t, [%o]");
    CAPTURE(relaxed);
    CHECK(has(relaxed, cause));
    CHECK(has(relaxed, "Put __threadfence_block() before the flag is stored"));
    CHECK_FALSE(has(relaxed, "lockstep"));
    CHECK(has(
        handed_over(writer, "st.volatile.shared.u32 [%o], 1", "ld.volatile.shared.u32 %t, [%o]"),
        cause));
    CHECK(has(handed_over(writer, "red.shared.add.u32 [%o], 1", "atom.shared.add.u32 %t, [%o], 0"),
              cause));
    CHECK(handed_over(writer, "st.release.cta.shared.u32 [%o], 1",
                      "ld.acquire.cta.shared.u32 %t, [%o]") == "");
    CHECK(handed_over(writer, "membar.cta; st.volatile.shared.u32 [%o], 1",
                      "ld.volatile.shared.u32 %t, [%o]", "membar.cta;") == "");
  }
}

TEST_CASE("where nobody polls, a race of one warp is told as one of lanes") {
  const std::string told = told_of_races(R"(
  setp.ne.u32 %p, %t, 1;
  .loc 1 3 0
  @!%p st.shared.u32 [%x], 7;
  @!%p st.volatile.shared.u32 [%x+4], 1;
  setp.ne.u32 %p, %t, 0;
  .loc 1 5 0
  @!%p ld.shared.u32 %t, [%x];
  st.global.u32 [%a], %t;)");
  CAPTURE(told);
  CHECK(has(told, "which relies on the warp executing in lockstep"));
}

TEST_CASE("a barrier with a number or a count of its own is not told as __syncthreads()") {
  const std::string named = told_of_races(turned("bar.sync 1, 32;", ""));
  CAPTURE(named);
  CHECK(has(named, ". The barrier on line 4 does not order them"));
  CHECK_FALSE(has(named, "__syncthreads() on line"));
}

TEST_CASE("two lines that write to one place of dynamic shared memory may mean two arrays") {
  const auto two_stores = [](const char* array, const std::string& variables) {
    return told_of_races(fmt::format(R"(
  mov.u32 %o, {};
  mad.lo.u32 %o, %t, 4, %o;
  .loc 1 3 0
  st.shared.u32 [%o], 1;
  .loc 1 4 0
  st.shared.u32 [%o+128], 2;)",
                                     array),
                         variables);
  };
  const std::string dynamic = two_stores("all", ".extern .shared .align 4 .b8 all[];");
  CAPTURE(dynamic);
  CHECK(has(dynamic, "put one there. If all holds several arrays, they overlap here"));
  const std::string fixed = two_stores("all", ".shared .align 4 .b8 all[1024];");
  CAPTURE(fixed);
  CHECK(has(fixed, "put one there"));
  CHECK_FALSE(has(fixed, "overlap"));
}
