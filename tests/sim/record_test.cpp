// What is recorded of a launch for a model of GPUs.
#include "sim/record.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "words/text.hpp"

#include "ptx/parser.hpp"

using namespace warplab;
using data::TraceKind;
using data::TraceSpace;
using data::TraceStep;

namespace {

// Each thread puts in[i] into shared memory, and after the barrier takes what lies 32 words further
// on times its lane (a column), and stores it at out[i]. Threads of odd blocks add one first.
constexpr const char* kRecorded = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %i, %b, %n, %t, %s, %v, %m;
  .reg .b64 %a, %o, %c;
  .reg .pred %p;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %a, [in];
  ld.param.u64 %c, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mad.lo.s32 %i, %b, %n, %t;
  mul.wide.u32 %o, %i, 4;
  add.s64 %a, %a, %o;
  add.s64 %c, %c, %o;
  ld.global.u32 %v, [%a];
  and.b32 %m, %b, 1;
  setp.eq.u32 %p, %m, 0;
  @%p bra EVEN;
  add.s32 %v, %v, 1;
EVEN:
  mov.u32 %s, tile;
  shl.b32 %m, %t, 2;
  and.b32 %m, %m, 4095;
  add.s32 %m, %m, %s;
  st.shared.u32 [%m], %v;
  bar.sync 0;
  shl.b32 %m, %t, 7;
  and.b32 %m, %m, 4095;
  add.s32 %m, %m, %s;
  ld.shared.u32 %v, [%m];
  st.global.u32 [%c], %v;
  ret;
})";

struct Run {
  explicit Run(uint32_t blocks, uint32_t launches = 1, sim::RecordOptions options = {})
      : in(blocks * 64 * 4), out(blocks * 64 * 4) {
    const auto module = ptx::parse(kRecorded);
    REQUIRE_MESSAGE(module, (module ? "" : module.error()));
    std::vector<sim::Buffer> buffers(2);
    for (size_t b = 0; b < 2; ++b) {
      buffers[b].name = b == 0 ? "in" : "out";
      buffers[b].element = sim::ElementType::u32;
      buffers[b].shape = {blocks * 64};
      buffers[b].bytes = b == 0 ? in : out;
    }
    const std::vector<sim::Launch> all(launches,
                                       {"k", {blocks, 1, 1}, {64, 1, 1}, 0, {{0, {}}, {1, {}}}});
    auto result = sim::record(*module, buffers, all, {}, options);
    REQUIRE_MESSAGE(result, (result ? "" : words::text_of(result.why().says)));
    recording = std::move(*result);
  }
  std::vector<std::byte> in, out;
  sim::Recording recording;
};

// The instructions of a warp, by their opcodes.
std::vector<std::string> opcodes(const data::LaunchTrace& trace, const data::WarpTrace& warp) {
  std::vector<std::string> all;
  for (const TraceStep& step : warp.steps) {
    const std::string& spelling = trace.instructions[step.instruction].spelling;
    all.push_back(spelling.substr(0, spelling.find('.')));
  }
  return all;
}

const data::TraceAccess* access_of(const data::LaunchTrace& trace, const data::BlockTrace& block,
                                   size_t warp, std::string_view spelling) {
  for (const TraceStep& step : block.warps[warp].steps)
    if (trace.instructions[step.instruction].spelling == spelling &&
        step.detail != TraceStep::kNothing)
      return &block.accesses[step.detail];
  return nullptr;
}

}  // namespace

TEST_CASE("a trace has what every warp executed, in its order") {
  const Run run(2);
  REQUIRE(run.recording.completed);
  REQUIRE(run.recording.traces.size() == 1);
  const data::LaunchTrace& trace = run.recording.traces[0];
  CHECK(trace.kernel == "k");
  CHECK(trace.shared_bytes == 4096);
  REQUIRE(trace.blocks.size() == 2);
  REQUIRE(trace.blocks[0].warps.size() == 2);
  const auto even = opcodes(trace, trace.blocks[0].warps[0]);
  const auto odd = opcodes(trace, trace.blocks[1].warps[0]);
  CHECK(even.size() + 1 == odd.size());  // the sum that the branch leaves out
  CHECK(even.front() == "ld");
  CHECK(even.back() == "ret");
  for (const data::BlockTrace& block : trace.blocks)
    for (const data::WarpTrace& warp : block.warps) CHECK(warp.executed == warp.steps.size());
}

TEST_CASE("a request is kept with its lines, sectors and passes") {
  const Run run(2);
  const data::LaunchTrace& trace = run.recording.traces[0];
  const data::BlockTrace& block = trace.blocks[1];
  const auto* load = access_of(trace, block, 1, "ld.global.u32");
  REQUIRE(load);
  CHECK(load->space == TraceSpace::global);
  CHECK(load->kind == TraceKind::load);
  CHECK(load->lanes == 32);
  REQUIRE(load->lines == 1);
  const data::TraceLine& line = block.lines[load->first_line];
  CHECK(line.sectors == 15);
  CHECK(line.partial == 0);
  // Block 1, warp 1: elements 96 to 127 of the input, which begins with a line.
  REQUIRE(trace.buffers.size() == 2);
  CHECK(trace.buffers[0].name == "in");
  CHECK(line.number * 128 == trace.buffers[0].begin + 96 * 4);
  const auto* store = access_of(trace, block, 1, "st.global.u32");
  REQUIRE(store);
  CHECK(block.lines[store->first_line].number * 128 == trace.buffers[1].begin + 96 * 4);
  CHECK(access_of(trace, block, 0, "st.shared.u32")->passes == 1);
  CHECK(access_of(trace, block, 0, "ld.shared.u32")->passes == 32);
  CHECK(access_of(trace, block, 0, "ld.shared.u32")->lines == 0);
}

TEST_CASE("of an atomic it is kept where the most lanes meet") {
  // Lanes 0 to 11 each their own word, the others word 28: sectors 0, 1 and 3 of a line.
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %t;
  .reg .b64 %a, %o;
  .reg .pred %p;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  setp.ge.u32 %p, %t, 12;
  @%p mov.u32 %t, 28;
  mul.wide.u32 %o, %t, 4;
  add.s64 %a, %a, %o;
  red.global.add.u32 [%a], 1;
  ret;
})");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> out(128);
  std::vector<sim::Buffer> buffers(1);
  buffers[0].name = "out";
  buffers[0].element = sim::ElementType::u32;
  buffers[0].shape = {32};
  buffers[0].bytes = out;
  const std::vector<sim::Launch> launches{{"k", {1, 1, 1}, {32, 1, 1}, 0, {{0, {}}}}};
  const auto recording = sim::record(*module, buffers, launches, {});
  REQUIRE(recording);
  const data::LaunchTrace& trace = recording->traces[0];
  const auto* update = access_of(trace, trace.blocks[0], 0, "red.global.add.u32");
  REQUIRE(update);
  CHECK(update->same_address == 20);
  CHECK(update->turns == 22);
  CHECK(update->busiest == 2);  // the third of the three
}

TEST_CASE("both warps of a block arrive at one passage of its barrier") {
  const Run run(1);
  const data::BlockTrace& block = run.recording.traces[0].blocks[0];
  CHECK(block.barriers == std::vector<uint32_t>{2});
}

TEST_CASE("registers, basic blocks and lines of the code come with it") {
  const Run run(1);
  const auto& code = run.recording.traces[0].instructions;
  const auto named = [&](std::string_view spelling) {
    return *std::ranges::find(code, spelling, &data::TraceInstruction::spelling);
  };
  const data::TraceInstruction load = named("ld.global.u32"), store = named("st.shared.u32");
  REQUIRE(load.writes.size() == 1);
  CHECK(std::ranges::find(store.reads, load.writes[0]) != store.reads.end());
  CHECK(load.basic_block != store.basic_block);
  CHECK(named("mul.wide.u32").basic_block == load.basic_block);
}

TEST_CASE("some blocks stand for a large grid, and no others are executed") {
  const Run run(10'000);
  const data::LaunchTrace& trace = run.recording.traces[0];
  CHECK(trace.blocks.size() == 32);
  CHECK(trace.grid.x == 10'000);
  // The columns of the tile are zeros of the input or the ones that odd blocks added.
  size_t written = 0;
  for (size_t b = 0; b < 10'000; ++b) written += run.out[b * 256] != std::byte{0};
  CHECK(written <= 34);  // the first and the last one were looked at, and are like these
  CHECK(written > 0);
}

TEST_CASE("recorded blocks are spread over rows and columns of a grid") {
  const auto chosen = sim::blocks_to_record(128 * 128, 32, {});
  CHECK(chosen.size() == 5);
  std::set<uint64_t> rows, columns;
  for (const uint64_t b : chosen) rows.insert(b / 128), columns.insert(b % 128);
  CHECK(rows.size() == 5);
  CHECK(columns.size() == 5);
  CHECK(sim::blocks_to_record(3, 1, {}) == std::vector<uint64_t>{0, 1, 2});
  CHECK(sim::blocks_to_record(1'000'000, 1, {}).size() == 32);
}

TEST_CASE("a warp that executes more than its share is recorded in part and counted to its end") {
  sim::RecordOptions options;
  options.most_steps = 4 * 10;  // 2 blocks of 2 warps
  const Run run(2, 1, options);
  for (const data::BlockTrace& block : run.recording.traces[0].blocks)
    for (const data::WarpTrace& warp : block.warps) {
      CHECK(warp.steps.size() == 10);
      CHECK(warp.executed > 20);
    }
  CHECK(run.recording.traces[0].blocks[0].barriers.empty());
}

TEST_CASE("equal launches share a trace") {
  const Run run(4, 3);
  CHECK(run.recording.traces.size() == 1);
  CHECK(run.recording.trace_of == std::vector<size_t>{0, 0, 0});
}

TEST_CASE("the same kernel and data give the same trace") {
  CHECK(Run(40).recording.traces == Run(40).recording.traces);
}

TEST_CASE("a warp that has its share of the steps goes on unrecorded, and is counted to its end") {
  sim::RecordOptions options;
  options.most_steps = 4 * 5;  // of four warps
  const Run all(2), part(2, 1, options);
  const data::LaunchTrace &whole = all.recording.traces[0], &cut = part.recording.traces[0];
  for (size_t b = 0; b < 2; ++b)
    for (size_t w = 0; w < 2; ++w) {
      CHECK(cut.blocks[b].warps[w].steps.size() == 5);
      CHECK(cut.blocks[b].warps[w].executed == whole.blocks[b].warps[w].executed);
    }
  CHECK(part.out == all.out);  // and does what it does
}

namespace {

// The instructions of a kernel over in and out that a trace calls decisive.
std::vector<std::string> decisive(const std::string& body) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<9>;
  .reg .b64 %a<9>;
  .reg .pred %p<3>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %a1, [in];
  ld.param.u64 %a2, [out];
  mov.u32 %r1, %tid.x;
)" + body + "  ret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> in(256), out(256);
  std::vector<sim::Buffer> buffers(2);
  for (size_t b = 0; b < 2; ++b) {
    buffers[b].name = b == 0 ? "in" : "out";
    buffers[b].element = sim::ElementType::u32;
    buffers[b].shape = {64};
    buffers[b].bytes = b == 0 ? in : out;
  }
  const std::vector<sim::Launch> launches{{"k", {1, 1, 1}, {32, 1, 1}, 0, {{0, {}}, {1, {}}}}};
  const auto recording = sim::record(*module, buffers, launches, {});
  REQUIRE_MESSAGE(recording, (recording ? "" : words::text_of(recording.why().says)));
  std::vector<std::string> found;
  for (const data::TraceInstruction& i : recording->traces[0].instructions)
    if (i.decides) found.push_back(i.spelling);
  return found;
}

}  // namespace

TEST_CASE("a load whose value is only computed with and stored decides nothing") {
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  add.s32 %r2, %r2, %r1;
  st.shared.u32 [tile], %r2;
  ld.shared.u32 %r3, [tile];
  st.global.u32 [%a2], %r3;
  red.global.add.u32 [%a2], %r3;
)")
            .empty());
}

TEST_CASE("a load that an address, a branch or a guard is made of decides") {
  const std::vector<std::string> load{"ld.global.u32"};
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  mul.wide.u32 %a3, %r2, 4;
  add.s64 %a3, %a3, %a2;
  st.global.u32 [%a3], %r1;
)") == load);
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra END;
  st.global.u32 [%a2], %r1;
END:
)") == load);
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  setp.eq.u32 %p1, %r2, 0;
  @%p1 st.global.u32 [%a2], %r1;
)") == load);
}

TEST_CASE("what decides is followed through shared memory, shuffles and atomics") {
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  st.shared.u32 [tile], %r2;
  ld.shared.u32 %r3, [tile];
  mul.wide.u32 %a3, %r3, 4;
  add.s64 %a3, %a3, %a2;
  st.global.u32 [%a3], %r1;
)") == std::vector<std::string>{"ld.global.u32"});
  CHECK(decisive(R"(  ld.global.u32 %r2, [%a1];
  shfl.sync.idx.b32 %r3, %r2, 0, 31, -1;
  mul.wide.u32 %a3, %r3, 4;
  add.s64 %a3, %a3, %a2;
  st.global.u32 [%a3], %r1;
)") == std::vector<std::string>{"ld.global.u32"});
  CHECK(decisive(R"(  atom.global.add.u32 %r3, [%a2], 1;
  setp.eq.u32 %p1, %r3, 0;
  @%p1 st.global.u32 [%a2], %r1;
)") == std::vector<std::string>{"atom.global.add.u32"});
}

namespace {

// Of a kernel whose block number `heavy` goes round a thousand times, and whose others return.
data::LaunchTrace trace_of_one_heavy_block(uint32_t blocks, uint32_t heavy) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<4>;
  .reg .pred %p<3>;
  mov.u32 %r1, %ctaid.x;
  setp.ne.u32 %p1, %r1, )" + std::to_string(heavy) +
                                 R"(;
  @%p1 bra END;
  mov.u32 %r2, 0;
AGAIN:
  add.s32 %r2, %r2, 1;
  setp.lt.s32 %p2, %r2, 1000;
  @%p2 bra AGAIN;
END:
  ret;
})");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> out(4);
  std::vector<sim::Buffer> buffers(1);
  buffers[0].name = "out";
  buffers[0].element = sim::ElementType::u32;
  buffers[0].shape = {1};
  buffers[0].bytes = out;
  const std::vector<sim::Launch> launch = {{"k", {blocks, 1, 1}, {64, 1, 1}, 0, {{0, {}}}}};
  const auto recording = sim::record(*module, buffers, launch, {});
  REQUIRE_MESSAGE(recording, (recording ? "" : words::text_of(recording.why().says)));
  return recording->traces.at(0);
}

}  // namespace

TEST_CASE("the first or the last block that does it all is recorded, and stands for itself alone") {
  for (const uint32_t heavy : {0u, 9999u}) {
    CAPTURE(heavy);
    const data::LaunchTrace trace = trace_of_one_heavy_block(10'000, heavy);
    CHECK(trace.apart == std::vector<uint64_t>{heavy});
    CHECK(trace.blocks.size() == 33);
  }
}

TEST_CASE("where all blocks are recorded, any one may stand for itself") {
  CHECK(trace_of_one_heavy_block(8, 5).apart == std::vector<uint64_t>{5});
}

TEST_CASE("blocks that are alike are the sample and no others") {
  const data::LaunchTrace trace = trace_of_one_heavy_block(10'000, 20'000);
  CHECK(trace.apart.empty());
  CHECK(trace.blocks.size() == 32);
  CHECK(Run(40).recording.traces[0].apart.empty());
}

TEST_CASE("where blocks may see what others do, a block is recorded among all of them") {
  // Blocks draw tickets: the first forty do less.
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 tickets;
.visible .entry k() {
  .reg .b32 %v;
  .reg .pred %p;
  atom.global.add.u32 %v, [tickets], 1;
  setp.lt.u32 %p, %v, 40;
  @%p bra QUICK;
  add.s32 %v, %v, 1;
  add.s32 %v, %v, 1;
QUICK:
  ret;
})");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  const std::vector<sim::Launch> launches = {{"k", {1000, 1, 1}, {1, 1, 1}, 0, {}}};
  const auto recorded = sim::record(*module, {}, launches, {});
  REQUIRE_MESSAGE(recorded, (recorded ? "" : words::text_of(recorded.why().says)));
  const data::LaunchTrace& trace = recorded->traces.at(0);
  CHECK(trace.others_ran);
  CHECK(trace.blocks.size() < 40);
  for (const data::BlockTrace& block : trace.blocks)
    CHECK(block.warps.at(0).executed == (block.block < 40 ? 4 : 6));
  CHECK_FALSE(Run(4).recording.traces.at(0).others_ran);
}
