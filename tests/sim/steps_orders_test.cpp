// Walks through one block of a launch whose blocks run together, in orders other than the default
// one, on every kernel of the corpus. The oracle is a run in that order with all that it does
// recorded: which warp comes to what with which lanes, and the values of the registers that it
// reads; forwards, and backwards from the end.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/observer.hpp"
#include "sim/state/launch_state.hpp"
#include "sim/steps.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Schedule;

namespace {

constexpr size_t kMostPositions = 20'000;  // of an endless loop
constexpr size_t kCompared = 60;           // positions of a block, spread over its run

struct Input {
  uint32_t reg = 0, bytes = 0;
  std::vector<std::byte> lanes;
};
struct Came {
  uint32_t warp = 0, instruction = 0, lanes = 0;
  std::vector<Input> inputs;
};

class Recorded final : public sim::Observer {
 public:
  Recorded(size_t launch, uint64_t block) : launch_(launch), block_(block) {}
  sim::Wants wants() const override { return {.instructions = true, .values = true}; }
  bool wants_block(uint64_t number) override { return is_launch_ && number == block_; }
  void launch_starts(sim::LaunchState& launch) override { is_launch_ = launch.number == launch_; }
  void instruction(const sim::InstructionEvent& event) override {
    if (run.size() >= kMostPositions) return;
    Came& came = run.emplace_back();
    came.warp = event.at.warp;
    came.instruction = event.at.instruction;
    came.lanes = event.active;
    for (const sim::RegisterRow& row : event.inputs) {
      const auto* const lanes = static_cast<const std::byte*>(row.lanes);
      const size_t bytes = row.bytes == 0 ? 4 : size_t{32} * row.bytes;
      came.inputs.push_back({row.reg, row.bytes, {lanes, lanes + bytes}});
    }
  }
  std::vector<Came> run;

 private:
  const size_t launch_;
  const uint64_t block_;
  bool is_launch_ = false;
};

struct Case {
  sim_corpus::Entry entry;
  Result<ptx::Module> module{Error{""}};
  sim::Options options;

  explicit Case(const std::string& name) {
    auto loaded = sim_corpus::load(name);
    REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error()));
    entry = std::move(*loaded);
    const auto text = sim_corpus::ptx(entry, entry.targets.back());
    REQUIRE(text);
    module = ptx::parse(*text);
    REQUIRE(module);
    options.student_file = name + ".cu";
    if (entry.max_work_per_warp) options.max_work_per_warp = entry.max_work_per_warp;
  }
  std::vector<Came> recorded(size_t launch, uint64_t block) const {
    std::vector<std::vector<std::byte>> memory;
    auto buffers = sim_corpus::buffers(entry, memory);
    Recorded observer(launch, block);
    const auto report = sim::simulate_observed(*module, buffers, entry.launches, options, observer);
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    return std::move(observer.run);
  }
};

std::string difference(const data::StepWalk& walk, const data::StepState& state, const Came& came) {
  const auto split =
      std::ranges::find(state.splits, data::StepPlace::runs, &data::StepSplit::place);
  if (split == state.splits.end()) return "nobody runs";
  if (split->warp != came.warp || split->instruction != came.instruction ||
      split->lanes != came.lanes)
    return fmt::format("warp {}, instruction {}, lanes {:08x} instead of {}, {}, {:08x}",
                       split->warp, split->instruction, split->lanes, came.warp, came.instruction,
                       came.lanes);
  const data::StepFunction& function = walk.functions[walk.instructions[came.instruction].function];
  for (const Input& input : came.inputs) {
    size_t at = 0;
    for (uint32_t r = 0; r < input.reg; ++r) at += size_t{32} * function.registers[r].bytes;
    const uint32_t width = function.registers[input.reg].bytes;
    uint32_t predicate = 0;
    std::memcpy(&predicate, input.lanes.data(), sizeof predicate);
    for (uint32_t m = came.lanes; m != 0; m &= m - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(m));
      const uint8_t* const shown = &state.values[at + lane * width];
      const bool same = input.bytes == 0 ? *shown == (predicate >> lane & 1)
                                         : std::memcmp(shown, &input.lanes[lane * input.bytes],
                                                       std::min(width, input.bytes)) == 0;
      if (!same) return fmt::format("{} of lane {}", function.registers[input.reg].name, lane);
    }
  }
  return "";
}

void compare_block(const Case& one, size_t launch, uint64_t block) {
  CAPTURE(launch);
  CAPTURE(block);
  CAPTURE(sim::name_of(one.options.schedule));
  const std::vector<Came> run = one.recorded(launch, block);
  std::vector<std::vector<std::byte>> memory;
  auto buffers = sim_corpus::buffers(one.entry, memory);
  sim::StepOptions steps;
  steps.launch = static_cast<int>(launch);
  steps.block = block;
  steps.whole_launch = true;
  steps.most_positions = kMostPositions;
  steps.spacing = 41;
  const auto opened = sim::Walk::open(*one.module, buffers, one.entry.launches, one.options, steps);
  if (!opened && run.empty()) return;  // the launch ends before it
  REQUIRE_MESSAGE(opened, (opened ? "" : words::text_of(opened.why().says)));
  sim::Walk& walk = **opened;
  CHECK_FALSE(walk.about().alone);
  REQUIRE(walk.about().positions == run.size());
  const size_t count = std::min(kCompared, run.size());
  const auto compare = [&](size_t k) {
    const size_t position = k * run.size() / count;
    CAPTURE(position);
    const Came& came = run[position];
    const data::StepState state = walk.state(static_cast<uint32_t>(position), came.warp,
                                             static_cast<uint32_t>(std::countr_zero(came.lanes)));
    CHECK(difference(walk.about(), state, came) == "");
  };
  for (size_t k = 0; k < count; ++k) compare(k);
  (void)walk.state(walk.about().positions, 0, 0);
  for (size_t k = count; k-- > 0;) compare(k);
}

void compare_orders(const std::string& name) {
  Case one(name);
  for (const Schedule& order :
       {Schedule{Schedule::Kind::reversed}, Schedule{Schedule::Kind::lockstep},
        Schedule{Schedule::Kind::lockstep_reversed}, Schedule{Schedule::Kind::lanes_apart},
        Schedule{Schedule::Kind::lanes_apart_reversed}, Schedule{Schedule::Kind::delayed, 1},
        Schedule{Schedule::Kind::delayed, 4}, Schedule{Schedule::Kind::random, 7}}) {
    one.options.schedule = order;
    for (size_t launch = 0; launch < one.entry.launches.size(); ++launch) {
      const uint64_t last = one.entry.launches[launch].grid.volume() - 1;
      compare_block(one, launch, 0);
      if (last > 0) compare_block(one, launch, last);
      if (!one.entry.findings.empty()) break;  // a launch that ends in an error is the last one
    }
  }
}

// One a kernel, from CMakeLists.txt.
#include "corpus_orders.inc"

// Eight blocks add 1 to one element, one after the other and without an atomic: each thread reads,
// and writes what it read and 1.
constexpr const char* kLostUpdate = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %v;
  .reg .b64 %c;
  .loc 1 2 0
  ld.param.u64 %c, [out];
  ld.volatile.global.u32 %v, [%c];
  .loc 1 3 0
  add.u32 %v, %v, 1;
  st.volatile.global.u32 [%c], %v;
  ret;
}
.file 1 "kernel.cu"
)";

struct Updated {
  Result<ptx::Module> module = ptx::parse(kLostUpdate);
  std::vector<std::byte> out = std::vector<std::byte>(4);
  std::vector<sim::Buffer> buffers = std::vector<sim::Buffer>(1);
  sim::Options options;
  sim::StepOptions steps;
  std::unique_ptr<sim::Walk> walk;

  explicit Updated(const Schedule& order) {
    REQUIRE_MESSAGE(module, (module ? "" : module.error()));
    buffers[0].name = "out";
    buffers[0].element = sim::ElementType::u32;
    buffers[0].shape = {1};
    buffers[0].bytes = out;
    options.schedule = order;
    steps.whole_launch = true;
  }
  std::vector<sim::Launch> launches() const { return {{"k", {8, 1, 1}, {1, 1, 1}, 0, {{0, {}}}}}; }
  uint32_t element() const {
    uint32_t value = 0;
    std::memcpy(&value, out.data(), sizeof value);
    return value;
  }
  sim::Walk& open(uint64_t block) {
    steps.block = block;
    auto opened = sim::Walk::open(*module, buffers, launches(), options, steps);
    REQUIRE_MESSAGE(opened, (opened ? "" : words::text_of(opened.why().says)));
    walk = std::move(*opened);
    return *walk;
  }
};

// What the thread of a block read, seen where it is about to add.
uint32_t value_read(sim::Walk& walk) {
  const data::StepState state = walk.state(2, 0, 0);
  uint32_t value = 0;
  std::memcpy(&value, state.values.data(), sizeof value);
  return value;
}

TEST_CASE("a block among others reads what they have written by then, in either of two orders") {
  for (const uint64_t block : {0u, 3u, 7u}) {
    CAPTURE(block);
    // One after the other each block finds what the one before has left.
    CHECK(value_read(Updated(Schedule{}).open(block)) == block);
    CHECK(value_read(Updated(Schedule{Schedule::Kind::reversed}).open(block)) == 7 - block);
    // All read before any of them writes.
    CHECK(value_read(Updated(Schedule{Schedule::Kind::lockstep}).open(block)) == 0);
  }
}

TEST_CASE("back and forth among others' writes memory is what the block saw") {
  Updated updated(Schedule{Schedule::Kind::reversed});
  sim::Walk& walk = updated.open(3);
  const uint32_t end = walk.about().positions;
  for (const uint32_t position : {end, 0u, end, 1u, end - 1, 2u, end}) {
    CAPTURE(position);
    (void)walk.state(position, 0, 0);
    if (position == end) CHECK(updated.element() == 5);
    CHECK(value_read(walk) == 4);
  }
}

TEST_CASE("a launch that takes more work than it may is walked through without the others") {
  Updated updated(Schedule{Schedule::Kind::lockstep});
  updated.steps.most_work = 10;
  sim::Walk& walk = updated.open(3);
  CHECK(walk.about().alone);
  CHECK(value_read(walk) == 0);
  CHECK(walk.state(walk.about().positions, 0, 0).splits.empty());
  CHECK(updated.element() == 1);
  updated.steps.most_work = 1000;
  updated.out.assign(4, std::byte{0});
  CHECK_FALSE(updated.open(3).about().alone);
}

}  // namespace
