#include "ptx/control_flow.hpp"

#include <doctest/doctest.h>

#include <random>

#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;

namespace {

// The block that begins at label number `i` of a kernel whose labels L0, L1, ... each stand before
// one `mov` and the statement given.
ControlFlow flow_of(std::string_view statements) { return control_flow(kernel_of(statements)); }
ControlFlow flow_in(std::string_view file, size_t function = 0) {
  return control_flow(module_in(file).functions.at(function));
}

using Blocks = std::vector<uint32_t>;

Blocks meetings(const ControlFlow& flow) {
  Blocks result;
  for (const BasicBlock& block : flow.blocks) result.push_back(block.immediate_post_dominator);
  return result;
}

// Whether every way from `from` to the exit leads through `through`, by walking around it.
bool always_passes(const ControlFlow& flow, const std::vector<bool>& leaves, uint32_t from,
                   uint32_t through) {
  if (from == through) return true;
  std::vector<bool> seen(flow.blocks.size(), false);
  Blocks open{from};
  seen[from] = true;
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    if (leaves[block]) return false;
    for (const uint32_t successor : flow.blocks[block].successors)
      if (successor != through && !seen[successor]) {
        seen[successor] = true;
        open.push_back(successor);
      }
  }
  return true;
}

// Whether the lanes of `from` can get into a loop that they never leave.
bool can_be_lost(const ControlFlow& flow, const std::vector<bool>& leaves, uint32_t from) {
  std::vector<bool> seen(flow.blocks.size(), false);
  Blocks open{from};
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    if (always_passes(flow, leaves, block, kFunctionExit)) return true;
    open.insert(open.end(), flow.blocks[block].successors.begin(),
                flow.blocks[block].successors.end());
  }
  return false;
}

}  // namespace

TEST_CASE("a straight body is one block that meets at the exit") {
  const ControlFlow flow = flow_of("mov.u32 %r1, 1; mov.u32 %r2, 2; ret;");
  REQUIRE(flow.blocks.size() == 1);
  CHECK(flow.blocks[0].first == 0);
  CHECK(flow.blocks[0].last == 3);
  CHECK(flow.blocks[0].successors.empty());
  CHECK(flow.blocks[0].immediate_post_dominator == kFunctionExit);
  CHECK(flow.block_of == Blocks{0, 0, 0});
}

TEST_CASE("lanes that skip an if meet after it") {
  const ControlFlow flow = flow_of("@%p1 bra end; mov.u32 %r1, 1; end: mov.u32 %r1, 2; ret;");
  REQUIRE(flow.blocks.size() == 3);
  CHECK(flow.blocks[0].successors == Blocks{1, 2});
  CHECK(flow.blocks[1].successors == Blocks{2});
  CHECK(meetings(flow) == Blocks{2, 2, kFunctionExit});
}

TEST_CASE("the two sides of an if meet after it") {
  const ControlFlow flow = flow_of(
      "@%p1 bra other; mov.u32 %r1, 1; bra end; other: mov.u32 %r1, 2; end: mov.u32 %r1, 3; ret;");
  REQUIRE(flow.blocks.size() == 4);
  CHECK(flow.blocks[0].successors == Blocks{1, 2});
  CHECK(meetings(flow) == Blocks{3, 3, 3, kFunctionExit});
}

TEST_CASE("lanes that leave a loop at different times meet after it") {
  const ControlFlow flow =
      flow_of("mov.u32 %r1, 0; loop: add.u32 %r1, %r1, 1; @%p1 bra loop; ret;");
  REQUIRE(flow.blocks.size() == 3);
  CHECK(flow.blocks[1].successors == Blocks{2, 1});
  CHECK(meetings(flow) == Blocks{1, 2, kFunctionExit});
}

TEST_CASE("a branch without a guard has one successor") {
  const ControlFlow flow = flow_of("bra end; mov.u32 %r1, 1; end: ret;");
  CHECK(flow.blocks[0].successors == Blocks{2});
  CHECK(flow.blocks[1].successors == Blocks{2});
}

TEST_CASE("a guarded branch to the next instruction has one successor") {
  CHECK(flow_of("@%p1 bra next; next: ret;").blocks[0].successors == Blocks{1});
}

TEST_CASE("a guarded ret goes on, and its lanes meet at the exit") {
  for (const char* leave : {"ret", "exit", "trap"}) {
    const ControlFlow flow = flow_of(std::string("@%p1 ") + leave + "; mov.u32 %r1, 1; ret;");
    REQUIRE(flow.blocks.size() == 2);
    CHECK(flow.blocks[0].last == 1);
    CHECK(flow.blocks[0].successors == Blocks{1});
    CHECK(flow.blocks[0].immediate_post_dominator == kFunctionExit);
  }
}

TEST_CASE("ret, exit and trap end a block") {
  for (const char* leave : {"ret", "exit", "trap"}) {
    const ControlFlow flow = flow_of(std::string(leave) + "; mov.u32 %r1, 1; ret;");
    REQUIRE(flow.blocks.size() == 2);
    CHECK(flow.blocks[0].successors.empty());
  }
}

TEST_CASE("a call does not end a block") {
  const Module module = module_in("recursion.ptx");
  CHECK(control_flow(function_named(module, "recursion")).blocks.size() == 1);
}

TEST_CASE("a label that nothing jumps to begins no block") {
  const Module module = module_in("debug_build.ptx");
  CHECK(control_flow(function_named(module, "debug_build")).blocks.size() == 1);
}

TEST_CASE("a branch through a table has each target once") {
  const ControlFlow flow = flow_in("branch_table.ptx");
  REQUIRE(flow.blocks.size() == 4);
  CHECK(flow.blocks[0].successors == Blocks{1, 2, 3});
  CHECK(meetings(flow) == Blocks{3, 3, 3, kFunctionExit});
}

TEST_CASE("nested loops with break, continue and goto meet where all ways join") {
  const ControlFlow flow = flow_in("loops.ptx");
  REQUIRE(flow.blocks.size() == 12);
  // 0: i >= n goes to the end. 3: continue, break and goto all reach `done` at the latest. 7 is the
  // inner loop, 9 its end and the head of the outer one, 10 is `done`, 11 the ret.
  CHECK(meetings(flow) == Blocks{11, 10, 3, 10, 10, 10, 7, 10, 10, 10, 11, kFunctionExit});
}

TEST_CASE("lanes that part inside a spinning loop meet before it jumps back") {
  const ControlFlow flow = flow_in("spin_lock.ptx");
  REQUIRE(flow.blocks.size() == 5);
  CHECK(meetings(flow) == Blocks{1, 3, 3, 4, kFunctionExit});
}

TEST_CASE("lanes that part inside an endless loop meet where it jumps back") {
  const ControlFlow flow = flow_in("endless.ptx");
  for (const BasicBlock& block : flow.blocks) {
    if (block.successors.size() != 2) continue;
    REQUIRE(block.immediate_post_dominator != kFunctionExit);
    const BasicBlock& meeting = flow.blocks[block.immediate_post_dominator];
    CHECK(meeting.successors == Blocks{flow.block_of[block.first]});
  }
}

TEST_CASE("loops without an end and blocks without an entry are no trouble") {
  CHECK(meetings(flow_of("a: bra a;")) == Blocks{kFunctionExit});
  CHECK(flow_of("a: bra a; b: bra c; c: bra b;").blocks.size() == 3);
  CHECK(flow_of("a: @%p1 bra b; bra a; b: @%p2 bra a; bra b;").blocks.size() == 4);
  CHECK(flow_of("ret; a: @%p1 bra a; bra a;").blocks.size() == 3);
}

TEST_CASE("a function without a body has no blocks") {
  const Module module = module_in("print.ptx");
  const ControlFlow flow = control_flow(function_named(module, "vprintf"));
  CHECK(flow.blocks.empty());
  CHECK(flow.block_of.empty());
}

TEST_CASE("post-dominators of random graphs are what walking around them says") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const unsigned count = 2 + random() % 14;
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
      text += "L" + std::to_string(i) + ": mov.u32 %r1, 1;";
      const std::string target = " L" + std::to_string(random() % count) + ";";
      const unsigned choice = random() % 8;
      if (choice < 4) text += "@%p1 bra" + target;
      if (choice == 4) text += "bra" + target;
      if (choice == 5) text += "@%p1 ret;";
      if (choice == 6) text += "ret;";
    }
    CAPTURE(text);
    const Function function = kernel_of(text + "ret;");
    const ControlFlow flow = control_flow(function);
    const auto blocks = static_cast<uint32_t>(flow.blocks.size());
    std::vector<bool> leaves;
    for (const BasicBlock& block : flow.blocks)
      leaves.push_back(function.body[block.last - 1].opcode == "ret");

    for (uint32_t from = 0; from < blocks; ++from) {
      if (can_be_lost(flow, leaves, from)) continue;
      // The immediate post-dominator is a post-dominator that every other one post-dominates in
      // turn.
      const uint32_t meeting = flow.blocks[from].immediate_post_dominator;
      if (meeting != kFunctionExit) CHECK(always_passes(flow, leaves, from, meeting));
      for (uint32_t other = 0; other < blocks; ++other) {
        if (other == from || !always_passes(flow, leaves, from, other)) continue;
        REQUIRE(meeting != kFunctionExit);
        CHECK(always_passes(flow, leaves, meeting, other));
      }
    }
  }
}

TEST_CASE("a long ladder of branches takes no long time") {
  // Deep dominator trees make simpler algorithms quadratic: this would take them minutes.
  constexpr unsigned kRungs = 40'000;
  std::string text;
  for (unsigned i = 0; i < kRungs; ++i)
    text += "L" + std::to_string(i) + ": @%p1 bra L" + std::to_string(i * 7919ull % kRungs) + ";\n";
  const ControlFlow flow = flow_of(text + "ret;");
  CHECK(flow.blocks.size() == kRungs + 1);
  CHECK(flow.blocks[kRungs - 1].successors.size() == 2);
}
