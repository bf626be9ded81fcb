// Options::follow: which of the stored values came to their threads through shared memory.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"

using namespace warplab;
using enum data::BufferCounter;

namespace {

constexpr uint32_t kBlockThreads = 64, kGridBlocks = 5;

// Thread t has loaded %v from in, stored it at [%own] in shared memory and waited for the block;
// [%next] is where its neighbour has stored. `steps` make %r, which goes to out.
std::string kernel(const std::string& steps) {
  return fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 tickets;
.const .align 4 .u32 places[4];
.func (.param .b32 result) same(.param .b32 given) {{
  .reg .b32 %x;
  ld.param.b32 %x, [given];
  st.param.b32 [result], %x;
  ret;
}}
.visible .entry k(.param .u64 in, .param .u64 out) {{
  .reg .pred %p;
  .reg .b32 %t, %i, %b, %v, %w, %z, %r, %own, %next;
  .reg .b64 %a, %o, %l, %d;
  .local .align 4 .b8 mine[16];
  .shared .align 4 .b8 tile[256];
  .shared .align 8 .b8 objects[512];
  .shared .align 4 .u32 drawn;
  .reg .b32 %at, %beside;
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mad.lo.s32 %i, %b, {}, %t;
  mul.wide.u32 %o, %i, 4;
  ld.param.u64 %a, [in];
  add.s64 %a, %a, %o;
  ld.global.u32 %v, [%a];
  mov.u32 %own, tile;
  xor.b32 %next, %t, 1;
  mad.lo.s32 %next, %next, 4, %own;
  mad.lo.s32 %own, %t, 4, %own;
  st.shared.u32 [%own], %v;
  bar.sync 0;
  mov.u64 %l, mine;
  mov.u32 %beside, objects;
  mad.lo.s32 %at, %t, 8, %beside;
  xor.b32 %z, %t, 1;
  mad.lo.s32 %beside, %z, 8, %beside;
  setp.lt.u32 %p, %t, 64;
  {}
  ld.param.u64 %a, [out];
  add.s64 %a, %a, %o;
  st.global.u32 [%a], %r;
  ret;
}})",
                     kBlockThreads, steps);
}

struct Bytes {
  uint64_t followed = 0, exchanged = 0;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

Result<sim::Report, sim::Refusal> follow(const std::string& text, sim::FollowedBlocks blocks,
                                         size_t launches = 1) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> in(4 * kBlockThreads * kGridBlocks), out(in.size());
  std::vector<sim::Buffer> buffers(2);
  buffers[0] = {"in", sim::ElementType::u32, {kBlockThreads * kGridBlocks}, in};
  buffers[0].read_only = true;
  buffers[1] = {"out", sim::ElementType::u32, {kBlockThreads * kGridBlocks}, out};
  const std::vector<sim::Launch> all(
      launches, {"k", {kGridBlocks, 1, 1}, {kBlockThreads, 1, 1}, 0, {{0, {}}, {1, {}}}});
  sim::Options options;
  options.follow = std::move(blocks);
  return sim::simulate(*module, buffers, all, options);
}

Bytes stored_to_out(const sim::LaunchReport& launch) {
  const sim::BufferCounters& total = launch.traffic.buffers.at(1).total;
  return {total[followed_bytes], total[exchanged_bytes]};
}

// What is exchanged of all that block 2 stores.
bool is_exchanged(const std::string& steps) {
  const auto report = follow(kernel(steps), {0, {2}});
  REQUIRE_MESSAGE(report, (report ? "" : report.error()));
  CHECK(report->completed);
  const Bytes bytes = stored_to_out(report->launches.at(0));
  CHECK(bytes.followed == 4 * kBlockThreads);
  CHECK((bytes.exchanged == 0 || bytes.exchanged == bytes.followed));
  return bytes.exchanged > 0;
}

}  // namespace

TEST_CASE("what another thread has put into shared memory is exchanged, however it goes on") {
  const char* const ways[] = {
      "ld.shared.u32 %r, [%next];",
      "ld.shared.u32 %w, [%next]; mov.b32 %r, %w;",
      "ld.shared.u32 %w, [%next]; add.s32 %r, %w, 1;",
      "ld.shared.u32 %w, [%next]; add.s32 %r, %w, %t;",
      "ld.shared.u32 %w, [%next]; selp.b32 %r, %w, %v, %p;",
      "ld.shared.u32 %r, [%next]; @!%p mov.b32 %r, %v;",
      "ld.shared.u32 %w, [%next]; mov.b64 %d, {%w, %w}; mov.b64 {%z, %r}, %d;",
      "ld.shared.u32 %w, [%next]; st.local.u32 [%l], %w; ld.local.u32 %r, [%l];",
      "ld.shared.u32 %w, [%next]; st.shared.u32 [%next], %w; ld.shared.u32 %r, [%next];",
      "{ .param .b32 a; .param .b32 b; ld.shared.u32 %w, [%next]; st.param.b32 [a], %w;"
      " call.uni (b), same, (a); ld.param.b32 %r, [b]; }",
      "add.u32 %w, %v, 2; mbarrier.init.shared.b64 [%at], %w; bar.sync 0;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%beside], 1; mbarrier.pending_count.b64 %r, %d;",
      "red.shared.add.u32 [%next], %t; bar.sync 0; ld.shared.u32 %r, [%own];",
  };
  for (const char* const way : ways) CHECK_MESSAGE(is_exchanged(way), way);
}

TEST_CASE("a thread's own value is not exchanged by anything beside it") {
  const char* const ways[] = {
      "mov.b32 %r, %v;",
      "mov.b32 %r, 7;",
      "ld.shared.u32 %r, [%own];",
      "ld.shared.u32 %w, [%next]; mov.b32 %r, %v;",
      "ld.shared.u32 %w, [%next]; and.b32 %w, %w, 0; or.b32 %r, %v, %w;",
      "ld.shared.u32 %w, [%next]; sub.s32 %z, %v, %w; add.s32 %r, %z, %w;",
      "ld.shared.u32 %w, [%next]; selp.b32 %r, %v, %w, %p;",
      "ld.shared.u32 %r, [%next]; mov.b32 %r, %v;",
      "shfl.sync.bfly.b32 %r, %v, 1, 31, -1;",
      "ld.shared.u32 %r, [%next]; shfl.sync.bfly.b32 %r, %v, 1, 31, -1;",
      "st.local.u32 [%l], %v; ld.local.u32 %r, [%l];",
      "bar.sync 0; st.shared.u32 [%next], %v; ld.shared.u32 %r, [%next];",
      "{ .param .b32 a; .param .b32 b; ld.shared.u32 %w, [%next]; st.param.b32 [a], %v;"
      " call.uni (b), same, (a); ld.param.b32 %r, [b]; }",
      "red.shared.add.u32 [%own], %v; ld.shared.u32 %r, [%own];",
      "add.u32 %w, %v, 2; mbarrier.init.shared.b64 [%at], %w;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%at], 1; mbarrier.pending_count.b64 %r, %d;"
      " ld.shared.u32 %w, [%next]; add.u32 %r, %r, %w;",
      "add.u32 %w, %v, 1; mbarrier.init.shared.b64 [%at], 100;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%at], %w;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%at], 1; mbarrier.pending_count.b64 %r, %d;"
      " ld.shared.u32 %w, [%next]; add.u32 %r, %r, %w;",
      "add.u32 %w, %v, 9; mbarrier.init.shared.b64 [%at], %w; bar.sync 0;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%beside], 1; bar.sync 0;"
      " mbarrier.arrive.noComplete.shared.b64 %d, [%at], 1; mbarrier.pending_count.b64 %r, %d;"
      " ld.shared.u32 %w, [%next]; add.u32 %r, %r, %w;",
      "setp.ne.u32 %p, %v, 0; bar.red.popc.u32 %r, 0, %p; ld.shared.u32 %w, [%next];"
      " add.u32 %r, %r, %w;",
  };
  for (const char* const way : ways) CHECK_MESSAGE(!is_exchanged(way), way);
}

TEST_CASE("what lanes or atomics hand on is not exchanged, before or behind shared memory") {
  const char* const ways[] = {
      "ld.shared.u32 %w, [%next]; shfl.sync.bfly.b32 %r, %w, 1, 31, -1;",
      "shfl.sync.bfly.b32 %w, %v, 1, 31, -1; bar.sync 0; st.shared.u32 [%own], %w; bar.sync 0;"
      " ld.shared.u32 %r, [%next];",
      "ld.shared.u32 %w, [%next]; match.any.sync.b32 %r, %w, -1;",
      "atom.shared.exch.b32 %r, [%next], %t;",
      "atom.shared.add.u32 %r, [%next], 0;",
      "atom.shared.exch.b32 %w, [%next], %t; st.shared.u32 [%next], %w; bar.sync 0;"
      " ld.shared.u32 %r, [%own];",
  };
  for (const char* const way : ways) CHECK_MESSAGE(!is_exchanged(way), way);
}

TEST_CASE("what is found in a table by a value comes from that value") {
  const std::string look =
      " and.b32 %z, %z, 60; mov.u32 %w, tile; add.u32 %w, %w, %z;"
      " ld.shared.u32 %r, [%w];";
  const std::string beside = " and.b32 %z, %z, 0; add.u32 %w, %next, %z; ld.shared.u32 %r, [%w];";
  for (const std::string of_data :
       {"mov.b32 %z, %v;", "shfl.sync.bfly.b32 %z, %v, 1, 31, -1;",
        "ld.shared.u32 %z, [%next]; shfl.sync.bfly.b32 %z, %z, 1, 31, -1;",
        "atom.shared.exch.b32 %z, [%next], %v; bar.sync 0;"}) {
    CHECK_MESSAGE(!is_exchanged(of_data + look), of_data);
    CHECK_MESSAGE(!is_exchanged(of_data + beside), of_data);
  }
  CHECK(
      !is_exchanged("and.b32 %z, %v, 12; cvt.u64.u32 %l, %z; mov.u64 %d, places;"
                    " add.s64 %d, %d, %l; ld.const.u32 %z, [%d]; ld.shared.u32 %w, [%next];"
                    " add.u32 %r, %w, %z;"));
  // Places that come from elsewhere are no data.
  for (const std::string of_places :
       {"mov.b32 %z, %t;", "shfl.sync.idx.b32 %z, %t, 0, 31, -1;", "ld.const.u32 %z, [places+4];",
        "st.shared.u32 [drawn], 0; bar.sync 0; atom.shared.add.u32 %z, [drawn], 1;",
        "atom.global.add.u32 %z, [tickets], 1;",
        "atom.global.add.u32 %z, [tickets], 1; shfl.sync.idx.b32 %z, %z, 0, 31, -1;",
        "st.local.u32 [%l], %t; ld.local.u32 %z, [%l];"})
    CHECK_MESSAGE(is_exchanged(of_places + beside), of_places);
}

TEST_CASE("shuffles and atomics of something else leave what is exchanged as it is") {
  const char* const ways[] = {
      "shfl.sync.idx.b32 %z, %t, 0, 31, -1; ld.shared.u32 %w, [%next]; add.s32 %r, %w, %z;",
      "shfl.sync.idx.b32 %z, %t, 0, 31, -1; bar.sync 0; st.shared.u32 [%own], %z; bar.sync 0;"
      " ld.shared.u32 %r, [%next];",
      "ld.shared.u32 %w, [%next]; shfl.sync.bfly.b32 %r, %w, 0, 31, -1;",
  };
  for (const char* const way : ways) CHECK_MESSAGE(is_exchanged(way), way);
}

TEST_CASE("a copy that needs no register is its own thread's, and exchanged for the others") {
  const std::string copy =
      "bar.sync 0; cp.async.ca.shared.global [%own], [%a], 4; cp.async.wait_all; bar.sync 0;";
  CHECK(is_exchanged(copy + "ld.shared.u32 %r, [%next];"));
  CHECK_FALSE(is_exchanged(copy + "ld.shared.u32 %r, [%own];"));
}

TEST_CASE("only the blocks that were asked for are run, line by line") {
  const auto report = follow(kernel("ld.shared.u32 %r, [%next];"), {0, {0, 3, 4}});
  REQUIRE(report);
  CHECK(stored_to_out(report->launches[0]) == Bytes{12 * kBlockThreads, 12 * kBlockThreads});
  const sim::BufferCounters& all = report->launches[0].traffic.buffers[1].total;
  CHECK(all[store_bytes] == 12 * kBlockThreads);
  uint64_t of_lines = 0;
  for (const auto& [line, counters] : report->launches[0].traffic.buffers[1].lines)
    of_lines += counters[followed_bytes];
  CHECK(of_lines == 12 * kBlockThreads);
}

TEST_CASE("blocks that are followed among the others draw what they draw among them") {
  // The first blocks that come store what was exchanged, and the last three their own.
  const std::string tickets =
      "setp.eq.u32 %p, %t, 0;"
      " @%p atom.global.add.u32 %w, [tickets], 1; @%p st.shared.u32 [drawn], %w; bar.sync 0;"
      " ld.shared.u32 %w, [drawn]; setp.lt.u32 %p, %w, 2; ld.shared.u32 %r, [%next];"
      " @!%p mov.b32 %r, %v;";
  const Bytes all{4 * kBlockThreads, 4 * kBlockThreads}, none{4 * kBlockThreads, 0};
  for (const bool among_others : {false, true}) {
    const auto report = follow(kernel(tickets), {0, {3}, among_others});
    REQUIRE_MESSAGE(report, (report ? "" : report.error()));
    CHECK(stored_to_out(report->launches[0]) == (among_others ? none : all));
    const uint64_t stored = report->launches[0].traffic.buffers[1].total[store_bytes];
    CHECK(stored == 4 * kBlockThreads * (among_others ? kGridBlocks : 1));
  }
}

TEST_CASE("an earlier launch is run whole where it leaves something, and a later one never") {
  const auto report = follow(kernel("mov.b32 %r, 1;"), {1, {0}}, 3);
  REQUIRE(report);
  REQUIRE(report->launches.size() == 3);
  const auto stored = [&](size_t k) {
    return report->launches[k].traffic.buffers.at(1).total[store_bytes];
  };
  CHECK(stored(0) == 4 * kBlockThreads * kGridBlocks);
  CHECK(stored(1) == 4 * kBlockThreads);
  CHECK(stored(2) == 0);
  CHECK(stored_to_out(report->launches[0]) == Bytes{});
}

TEST_CASE("blocks that are not there cannot be followed") {
  CHECK_FALSE(follow(kernel("mov.b32 %r, 1;"), {0, {kGridBlocks}}));
  CHECK_FALSE(follow(kernel("mov.b32 %r, 1;"), {1, {0}}));
}
