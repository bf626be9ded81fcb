// Walking through a block: what a state says, where searches lead, and that the past is exact.
#include "sim/steps.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "words/text.hpp"

#include "ptx/parser.hpp"

using namespace warplab;
using data::StepPlace;
using data::StepSearch;
using data::StepState;
using Goal = StepSearch::Goal;

namespace {

// Line 2: each thread stores twice its number to shared memory; line 3: a barrier; line 4: it reads
// what the thread opposite stored; line 5: threads below 8 add 1; line 6: it stores that.
constexpr const char* kKernel = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %t, %v, %s, %o;
  .reg .b64 %a, %c;
  .reg .pred %p;
  .shared .align 4 .b8 tile[256];
  .loc 1 2 0
  mov.u32 %t, %tid.x;
  shl.b32 %v, %t, 1;
  mov.u32 %s, tile;
  shl.b32 %o, %t, 2;
  add.u32 %s, %s, %o;
  st.shared.u32 [%s], %v;
  .loc 1 3 0
  bar.sync 0;
  .loc 1 4 0
  xor.b32 %o, %o, 252;
  mov.u32 %s, tile;
  add.u32 %s, %s, %o;
  ld.shared.u32 %v, [%s];
  .loc 1 5 0
  setp.lt.u32 %p, %t, 8;
  @!%p bra DONE;
  add.u32 %v, %v, 1;
DONE:
  .loc 1 6 0
  ld.param.u64 %c, [out];
  mul.wide.u32 %a, %t, 4;
  add.s64 %a, %c, %a;
  st.global.u32 [%a], %v;
  ret;
}
.file 1 "kernel.cu"
)";

struct Walked {
  ptx::Module module;
  std::vector<std::byte> out = std::vector<std::byte>(64 * 4, std::byte{0x55});
  std::vector<sim::Buffer> buffers = std::vector<sim::Buffer>(1);
  std::unique_ptr<sim::Walk> walk;
  std::string refusal;

  explicit Walked(const char* text = kKernel, sim::StepOptions steps = {},
                  const sim::Schedule& schedule = {}) {
    auto parsed = ptx::parse(text);
    REQUIRE_MESSAGE(parsed, (parsed ? "" : parsed.error()));
    module = std::move(*parsed);
    buffers[0].name = "out";
    buffers[0].element = sim::ElementType::u32;
    buffers[0].shape = {64};
    buffers[0].bytes = out;
    sim::Options options;
    options.schedule = schedule;
    auto opened = sim::Walk::open(module, buffers, {{"k", {1, 1, 1}, {64, 1, 1}, 0, {{0, {}}}}},
                                  options, steps);
    if (opened) walk = std::move(*opened);
    else refusal = words::text_of(opened.why().says);
  }
  uint32_t element(size_t i) const {
    uint32_t value = 0;
    std::memcpy(&value, &out[4 * i], 4);
    return value;
  }
  int line(const StepState& state) const {
    for (const data::StepSplit& s : state.splits)
      if (s.place == StepPlace::runs) return walk->about().instructions[s.instruction].line;
    return 0;
  }
  int line(uint32_t position) { return line(walk->state(position, 0, 0)); }
  uint32_t value(const StepState& state, const std::string& name, unsigned lane) const {
    size_t at = 0;
    for (const data::StepRegister& r : walk->about().functions[0].registers) {
      uint32_t value = 0;
      if (r.name == name) {
        std::memcpy(&value, &state.values[at + lane * r.bytes], std::min(r.bytes, 4u));
        return value;
      }
      at += size_t{32} * r.bytes;
    }
    return ~0u;
  }
  uint32_t changed(const StepState& state, const std::string& name) const {
    const auto& registers = walk->about().functions[0].registers;
    const auto found = std::ranges::find(registers, name, &data::StepRegister::name);
    return state.changed[static_cast<size_t>(found - registers.begin())];
  }
};

StepSearch search(Goal goal, uint32_t from, bool backwards = false, int warp = -1) {
  StepSearch s;
  s.goal = goal;
  s.from = from;
  s.backwards = backwards;
  s.warp = warp;
  return s;
}

}  // namespace

TEST_CASE("a walk knows the block's run: its length, its instructions, what it has in memory") {
  Walked w;
  REQUIRE(w.walk);
  const data::StepWalk& about = w.walk->about();
  CHECK(about.positions == 2 * 19 - 1);  // no lane of warp 1 adds 1
  CHECK_FALSE(about.cut);
  CHECK_FALSE(about.waits_from);
  CHECK(about.findings.empty());
  REQUIRE(about.shared.size() == 1);
  CHECK(about.shared[0].name == "tile");
  CHECK(about.shared[0].bytes == 256);
  REQUIRE(about.buffers.size() == 1);
  CHECK(about.buffers[0].bytes == 256);
  CHECK(about.instructions.size() == 19);
}

TEST_CASE("registers are seen in all lanes, with those that the last instruction changed") {
  Walked w;
  REQUIRE(w.walk);
  const StepState at_start = w.walk->state(0, 0, 0);
  CHECK(at_start.position == 0);
  CHECK_FALSE(at_start.executed);
  CHECK(w.value(at_start, "%v", 3) == 0);
  const StepState state = w.walk->state(2, 0, 0);
  CHECK(state.executed == 1u);
  CHECK(w.value(state, "%t", 7) == 7);
  CHECK(w.value(state, "%v", 7) == 14);
  CHECK(w.changed(state, "%v") == ~1u);  // in lane 0 it was 0 before
  CHECK(w.changed(state, "%t") == 0);
  // Of the other warp nothing has been executed.
  CHECK(w.value(w.walk->state(2, 1, 0), "%v", 7) == 0);
}

TEST_CASE("lanes that wait are told with the barrier at which they do") {
  Walked w;
  REQUIRE(w.walk);
  // Warp 0 has come to the barrier, and it is warp 1's turn.
  const StepState state = w.walk->state(7, 0, 0);
  REQUIRE(state.splits.size() == 2);
  CHECK(state.splits[0].place == StepPlace::block_barrier);
  CHECK(state.splits[0].barrier == 0);
  CHECK(w.walk->about().instructions[state.splits[0].instruction].line == 3);
  CHECK(state.splits[1].place == StepPlace::runs);
  CHECK(state.splits[1].warp == 1);
}

TEST_CASE("lanes that wait for others of their warp are told with where they meet") {
  Walked w;
  REQUIRE(w.walk);
  std::optional<uint32_t> at = 0;
  StepState state;
  do {
    at = w.walk->find(search(Goal::instruction, *at));
    REQUIRE(at);
    state = w.walk->state(*at, 0, 0);
  } while (state.splits[0].lanes != 0xffu && state.splits.back().lanes != 0xffu);
  bool found = false;
  for (const data::StepSplit& s : state.splits)
    if (s.place == StepPlace::meeting_point) {
      CHECK(s.lanes == 0xffff'ff00u);
      CHECK(w.walk->about().instructions[s.instruction].line == 6);
      found = true;
    }
  CHECK(found);
}

TEST_CASE("a word of shared memory knows who wrote and who read it last") {
  Walked w;
  REQUIRE(w.walk);
  const uint32_t begin = w.walk->about().shared[0].begin;
  const StepState before = w.walk->state(6, 0, 0);
  CHECK(before.words[begin / 4 + 5] == data::StepWord{0, 6});
  CHECK(before.words[begin / 4 + 40] == data::StepWord{0, 0});
  uint32_t value = 0;
  std::memcpy(&value, &before.shared[begin + 4 * 5], 4);
  CHECK(value == 10);
  REQUIRE(before.accesses.size() == 1);
  CHECK(before.accesses[0].kind == data::TraceKind::store);
  CHECK(before.accesses[0].addresses[5] == begin + 4 * 5);
  const StepState at_end = w.walk->state(w.walk->about().positions, 0, 0);
  CHECK(at_end.words[begin / 4 + 5] == data::StepWord{59, 6});
  CHECK(at_end.splits.empty());
  CHECK(at_end.stack.empty());
}

TEST_CASE("a word of a small buffer knows who wrote it last, also after the walk went back") {
  Walked w(kKernel, {.spacing = 3});
  REQUIRE(w.walk);
  const uint32_t end = w.walk->about().positions;
  for (const uint32_t position : {end, 0u, end}) {
    const StepState state = w.walk->state(position, 0, 0);
    REQUIRE(state.cells.size() == 1);
    const data::StepCells& cells = state.cells[0];
    CHECK(cells.first == 0);
    REQUIRE(cells.bytes.size() == 256);
    REQUIRE(cells.writers.size() == 64);
    CHECK(cells.writers[20] == (position == end ? 21 : 0));
    CHECK(cells.writers[63] == (position == end ? 64 : 0));
    uint32_t value = 0;
    std::memcpy(&value, &cells.bytes[4 * 20], 4);
    CHECK(value == (position == end ? 2u * 43 : 0x5555'5555u));
    CHECK(data::belongs_to(state, w.walk->about()));
  }
}

TEST_CASE("what the block has written to a buffer is taken back when the walk goes back") {
  Walked w(kKernel, {.spacing = 3});
  REQUIRE(w.walk);
  const auto at_end = w.out;
  CHECK(w.element(0) == 2 * 63 + 1);
  CHECK(w.element(20) == 2 * 43);
  // Warp 1 comes to the barrier last, and goes on first.
  for (const uint32_t position : {5u, 30u, 0u, 34u, 12u, 1u}) {
    (void)w.walk->state(position, 0, 0);
    CHECK(w.element(20) == 0x5555'5555);
    CHECK((w.element(50) == 0x5555'5555) == (position < 20));
  }
  (void)w.walk->state(99, 0, 0);
  CHECK(w.out == at_end);
}

TEST_CASE("a walk goes by line, in both directions, and back to where a line was entered") {
  Walked w;
  REQUIRE(w.walk);
  std::vector<int> lines{w.line(0u)};
  std::vector<uint32_t> places{0};
  for (auto at = w.walk->find(search(Goal::line, 0, false, 0)); at;
       at = w.walk->find(search(Goal::line, *at, false, 0))) {
    lines.push_back(w.line(*at));
    places.push_back(*at);
  }
  CHECK(lines == std::vector{2, 3, 4, 5, 6});
  for (size_t k = places.size(); k-- > 1;)
    CHECK(w.walk->find(search(Goal::line, places[k], true, 0)) == places[k - 1]);
  CHECK_FALSE(w.walk->find(search(Goal::line, 0, true, 0)));
}

TEST_CASE("a walk goes to barriers, and instruction by instruction of one warp") {
  Walked w;
  REQUIRE(w.walk);
  const auto first = w.walk->find(search(Goal::barrier, 0));
  REQUIRE(first);
  CHECK(*first == 6);
  const auto second = w.walk->find(search(Goal::barrier, *first));
  REQUIRE(second);
  CHECK(*second == 13);
  CHECK_FALSE(w.walk->find(search(Goal::barrier, *second)));
  CHECK(w.walk->find(search(Goal::barrier, *second, true)) == first);
  CHECK(w.walk->find(search(Goal::instruction, 0, false, 1)) == 7u);
  CHECK(w.walk->find(search(Goal::instruction, 7, true, 0)) == 6u);
}

TEST_CASE("a walk goes to who touches an element: any, only a writer, one thread, one line") {
  Walked w(kKernel, {.spacing = 4});
  REQUIRE(w.walk);
  const uint32_t word = w.walk->about().shared[0].begin + 4 * 5;
  StepSearch s = search(Goal::access, 0);
  s.space = data::TraceSpace::shared;
  s.begin = word;
  s.bytes = 4;
  const auto written = w.walk->find(s);
  REQUIRE(written);
  CHECK(w.line(*written) == 2);
  s.from = *written;
  const auto read = w.walk->find(s);
  REQUIRE(read);
  CHECK(w.line(*read) == 4);
  s.only_writes = true;
  CHECK_FALSE(w.walk->find(s));
  s.from = w.walk->about().positions;
  s.backwards = true;
  CHECK(w.walk->find(s) == written);
  s.thread = 6;
  CHECK_FALSE(w.walk->find(s));
  s.thread = 5;
  CHECK(w.walk->find(s) == written);
  s.line = 4;
  CHECK_FALSE(w.walk->find(s));
  StepSearch global = search(Goal::access, w.walk->about().positions, true);
  global.begin = w.walk->about().buffers[0].begin + 4 * 50;
  global.bytes = 4;
  const auto stored = w.walk->find(global);
  REQUIRE(stored);
  CHECK(w.line(*stored) == 6);
  global.begin += 4096;
  CHECK_FALSE(w.walk->find(global));
}

TEST_CASE("a breakpoint stops where its thread comes to the line") {
  Walked w;
  REQUIRE(w.walk);
  StepSearch s = search(Goal::breakpoint, 0);
  s.breakpoints = {{4, -1}};
  const auto any = w.walk->find(s);
  REQUIRE(any);
  CHECK(w.line(*any) == 4);
  s.breakpoints = {{4, 3}};
  const auto one = w.walk->find(s);
  REQUIRE(one);
  CHECK(*one != *any);
  CHECK(w.line(w.walk->state(*one, 0, 3)) == 4);
  s.breakpoints = {{4, 64}};
  CHECK_FALSE(w.walk->find(s));
  s.breakpoints = {{7, -1}};
  CHECK_FALSE(w.walk->find(s));
}

TEST_CASE("copies of the machine are given up when they take too much, and the past is as exact") {
  Walked w, frugal(kKernel, {.spacing = 1, .most_checkpoint_bytes = 1});
  REQUIRE(w.walk);
  REQUIRE(frugal.walk);
  for (uint32_t position = w.walk->about().positions + 1; position-- > 0;)
    CHECK(w.walk->state(position, position % 2, 9) ==
          frugal.walk->state(position, position % 2, 9));
}

TEST_CASE("a walk that is cut off can be walked as far as it goes") {
  Walked w(kKernel, {.most_positions = 10});
  REQUIRE(w.walk);
  CHECK(w.walk->about().positions == 10);
  CHECK(w.walk->about().cut);
  CHECK(w.line(w.walk->state(10, 0, 0)) == 2);
  CHECK(w.walk->state(11, 0, 0).position == 10);
}

TEST_CASE(
    "a random order is walked through like any other, and refused are orders of many blocks") {
  Walked w(kKernel, {.spacing = 5}, {sim::Schedule::Kind::random, 7});
  REQUIRE(w.walk);
  CHECK(w.walk->about().positions == 37);
  CHECK(w.element(0) == 2 * 63 + 1);
  const StepState middle = w.walk->state(17, 0, 0);
  (void)w.walk->state(0, 0, 0);
  CHECK(w.walk->state(17, 0, 0) == middle);
  CHECK(Walked(kKernel, {}, {sim::Schedule::Kind::lockstep, 0}).refusal ==
        "A block alone is walked through in order, or in a random order.");
  CHECK(Walked(kKernel, {.block = 1}).refusal == "The grid has no such block to walk through.");
  CHECK(Walked(kKernel, {.launch = 1}).refusal ==
        "The launch to walk through is not one of this run.");
}

TEST_CASE("what is wrong in a block by itself is found at its position") {
  std::string text = kKernel;
  const std::string right = "mul.wide.u32 %a, %t, 4;";
  text.replace(text.find(right), right.size(), "mul.wide.u32 %a, %t, 8;");
  Walked w(text.c_str());
  REQUIRE(w.walk);
  REQUIRE(w.walk->about().findings.size() == 1);
  const data::StepFinding& finding = w.walk->about().findings[0];
  CHECK(finding.line == 6);
  const StepState before = w.walk->state(finding.position - 1, 1, 0);
  CHECK(w.line(before) == 6);
  CHECK(before.splits[1].warp == 1);
}
