// The messages of walks through a block.
#include <doctest/doctest.h>

#include "worker/protocol.hpp"

using namespace warplab;
using namespace warplab::worker;

namespace {

data::StepWalk sample_walk() {
  data::StepWalk walk;
  walk.kernel = "k";
  walk.grid = {2, 1, 1};
  walk.block = {40, 1, 1};
  walk.positions = 9;
  walk.waits_from = 4;
  walk.shared_bytes = 8;
  walk.functions = {{"k", {{"%r1", "s32", "n", 4, true}, {"%p1", "pred", "", 1, true}}}};
  walk.instructions = {{0, 3, 17}, {0, 4, 18}};
  walk.shared = {{"tile", sim::ElementType::f32, 0, 8}};
  walk.buffers = {{1, 4096, 64}};
  walk.findings = {{3, 4}};
  return walk;
}

data::StepState sample_state() {
  data::StepState state;
  state.position = 9;
  state.splits = {{1, 0xffu, 1, data::StepPlace::block_barrier, 2, 0}};
  state.warp = 1;
  state.lane = 7;
  state.stack = {1, 0};
  state.values.resize(32 * 5);
  state.changed = {3, 0};
  state.shared.resize(8);
  state.words = {{1, 2}, {0, 40}};
  state.cells = {{0, 32, std::vector<uint8_t>(32, 7), {0, 1, 40, data::kAnotherBlock, 0, 0, 0, 0}}};
  state.accesses.resize(1);
  state.accesses[0].mask = 1;
  state.accesses[0].bytes = 4;
  state.executed = 0;
  state.printed = "x 3\n";
  return state;
}

}  // namespace

TEST_CASE("a walk and a state of it come as they were sent") {
  const data::StepWalk walk = sample_walk();
  const auto back = decode<data::StepWalk>(encode(walk), {1, 2});
  REQUIRE_MESSAGE(back, (back ? "" : back.error()));
  CHECK(*back == walk);
  const StepAnswer answer{sample_state()};
  const auto state = decode<StepAnswer>(encode(answer));
  REQUIRE_MESSAGE(state, (state ? "" : state.error()));
  CHECK(state->state == answer.state);
  CHECK(data::belongs_to(*state->state, walk));
  const auto nothing = decode<StepAnswer>(encode(StepAnswer{}));
  REQUIRE(nothing);
  CHECK_FALSE(nothing->state);
  StepRequest request{5, 1, 31, data::StepSearch{}};
  request.search->goal = data::StepSearch::Goal::breakpoint;
  request.search->breakpoints = {{12, 3}, {13, -1}};
  const auto asked = decode<StepRequest>(encode(request));
  REQUIRE(asked);
  CHECK(asked->search == request.search);
  CHECK(asked->position == 5);
}

TEST_CASE("a walk that names what is not there is refused") {
  const auto fits = [](const auto& change) {
    data::StepWalk walk = sample_walk();
    change(walk);
    return bool(decode<data::StepWalk>(encode(walk), {1, 2}));
  };
  CHECK(fits([](data::StepWalk&) {}));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.instructions[1].function = 1; }));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.instructions[1].line = -1; }));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.functions[0].registers[0].bytes = 3; }));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.shared[0].bytes = 9; }));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.findings[0].position = 10; }));
  CHECK_FALSE(fits([](data::StepWalk& w) { w.buffers[0].buffer = 2; }));
}

TEST_CASE("a state that is not one of its walk is told from one that is") {
  const data::StepWalk walk = sample_walk();
  const auto belongs = [&](const auto& change) {
    data::StepState state = sample_state();
    change(state);
    return data::belongs_to(state, walk);
  };
  CHECK(belongs([](data::StepState&) {}));
  CHECK_FALSE(belongs([](data::StepState& s) { s.position = 10; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.warp = 2; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.splits[0].warp = 2; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.splits[0].instruction = 2; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.stack[1] = 2; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.values.pop_back(); }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.changed.pop_back(); }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.shared.pop_back(); }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.words.pop_back(); }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.cells[0].buffer = 1; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.cells[0].first = 64; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.cells[0].writers[0] = 41; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.cells[0].writers.pop_back(); }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.executed = 2; }));
  CHECK_FALSE(belongs([](data::StepState& s) { s.stack.clear(); }));
  data::StepState wild = sample_state();
  wild.splits[0].place = static_cast<data::StepPlace>(6);
  CHECK_FALSE(decode<StepAnswer>(encode(StepAnswer{wild})));
}
