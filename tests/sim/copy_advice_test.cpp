// What is said to who touches the words of an asynchronous copy too early.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// Of k(out): line 5 copies a word of `out` to shared memory, through these headers, the outermost
// first; then comes `then`, and line 9 reads the word of thread `%t ^ distance`.
std::string told_of_copy(const std::vector<std::string>& headers, const std::string& then,
                         int distance = 0) {
  std::string files, chain, at = "1 5 0";
  for (size_t k = 0; k < headers.size(); ++k) {
    files += fmt::format(".file {} \"{}\"\n", k + 2, headers[k]);
    const std::string place = fmt::format("{} 10 0", k + 2);
    chain += fmt::format("  .loc {}, function_name $L__info_string0, inlined_at {}\n", place, at);
    at = place;
  }
  const std::string text = fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "k.cu"
{}
.visible .entry k(.param .u64 out) {{
  .reg .b32 %t, %s, %o, %x;
  .reg .b64 %a, %d;
  .shared .align 4 .b8 tile[256];
  .loc 1 1 0
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %d, %t, 4;
  add.s64 %a, %a, %d;
  mov.u32 %x, tile;
  mad.lo.u32 %s, %t, 4, %x;
  xor.b32 %o, %t, {};
  mad.lo.u32 %o, %o, 4, %x;
  .loc 1 5 0
{}
  cp.async.ca.shared.global [%s], [%a], 4;
  .loc 1 7 0
  {}
  .loc 1 9 0
  ld.shared.u32 %o, [%o];
  st.global.u32 [%a+256], %o;
  ret;
}})",
                                       files, distance, chain, then);
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  constexpr uint32_t threads = 64;
  std::vector<std::byte> memory(size_t{8} * threads);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {2 * threads};
  out.bytes = memory;
  sim::Launch launch{"k", {1, 1, 1}, {threads, 1, 1}, 0, {{0, {}}}};
  sim::Options options;
  options.student_file = "k.cu";
  const auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  const std::string before = "may still be writing it";
  for (const sim::Finding& f : report->findings)
    if (const size_t begin = words::text_of(f).find(before); begin != std::string::npos)
      return words::text_of(f).substr(begin + before.size() + 2);
  return {};
}

const std::vector<std::string> kPrimitives = {"cuda_pipeline_primitives.h",
                                              "cuda_pipeline_helpers.h"};
const std::vector<std::string> kGroups = {"async.h", "cuda_pipeline_primitives.h",
                                          "cuda_pipeline_helpers.h"};
const std::vector<std::string> kPipelines = {"pipeline", "dispatch_memcpy_async.h",
                                             "cp_async_shared_global.h"};
constexpr const char* kCommit = "cp.async.commit_group;";

}  // namespace

TEST_CASE("a copy that is not waited for is told with the functions that it was written with") {
  CHECK(told_of_copy(kPrimitives, kCommit) ==
        "wait for the copy first (__pipeline_wait_prior(0)).");
  CHECK(told_of_copy(kGroups, kCommit) ==
        "wait for the copy first (cooperative_groups::wait(group)).");
  CHECK(told_of_copy(kPipelines, kCommit) == "wait for the copy first (consumer_wait()).");
  CHECK(told_of_copy({}, kCommit) == "wait for the copy first (cp.async.wait_group 0).");
  CHECK(told_of_copy(kPrimitives, kCommit, 32) ==
        "wait for the copy first (__pipeline_wait_prior(0)), and then at a barrier for the thread "
        "that started it.");
}

TEST_CASE("a copy that nobody has committed is told as that, however much is waited for") {
  const std::string primitives =
      "It has not been committed, and __pipeline_wait_prior(0) waits only for what has been: put "
      "__pipeline_commit() after the copy, then __pipeline_wait_prior(0).";
  CHECK(told_of_copy(kPrimitives, "") == primitives);
  CHECK(told_of_copy(kPrimitives, "cp.async.wait_group 0;") == primitives);
  CHECK(told_of_copy(kPipelines, "cp.async.wait_group 0;") ==
        "It has not been committed, and consumer_wait() waits only for what has been: put "
        "producer_commit() after the copy, then consumer_wait().");
  // What a group starts it commits itself.
  CHECK(told_of_copy(kGroups, "") == "wait for the copy first (cooperative_groups::wait(group)).");
}

TEST_CASE("a copy that is waited for too late for others is told with its own wait") {
  const std::string late = "bar.sync 0; cp.async.commit_group; cp.async.wait_group 0;";
  CHECK(told_of_copy(kPrimitives, late, 32) ==
        "the thread that started it has waited for it, but no barrier follows that wait; put "
        "__syncthreads() after __pipeline_wait_prior(0), not before it.");
  CHECK(told_of_copy(kPipelines, late, 32).find("after consumer_wait()") != std::string::npos);
}
