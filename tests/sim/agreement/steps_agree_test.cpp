// A walk against the specification, on every kernel of the corpus of which that says something:
// which warp executes what with which lanes, every register that the instructions have, shared
// memory, and what is in the buffers at the end; forwards, and backwards from the end. Registers
// and shared memory are compared at up to kSamples positions of a block, which are spread over its
// run, the instructions at all of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <set>

#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/steps.hpp"
#include "specification/specification.hpp"

using namespace warplab;

namespace {

constexpr uint32_t kSamples = 60;
// Of an endless loop: the first so many instructions.
constexpr uint32_t kMostAgreed = 20'000;

struct Where {
  uint32_t warp = 0, function = 0, index = 0, lanes = 0;
  friend bool operator==(const Where&, const Where&) = default;
};
std::string text_of(const Where& w) {
  return fmt::format("warp {}, function {}, instruction {}, lanes {:08x}", w.warp, w.function,
                     w.index, w.lanes);
}

struct Sample {
  std::vector<uint64_t> registers;  // two words a lane, register by register
  std::vector<std::byte> shared;
};

// One block's run by the specification.
struct Oracle : specification::Observer {
  size_t launch = 0;
  uint64_t block = 0;
  const ptx::Module* module = nullptr;
  std::vector<Where> run;
  bool waits = false;      // for another block: from here on others have a say
  bool any_waits = false;  // some block did
  std::map<uint32_t, Sample> samples;
  std::set<uint32_t> wanted;

  void instruction(const specification::Step& step) override {
    if (step.launch != launch || step.block != block || waits) return;
    const auto position = static_cast<uint32_t>(run.size());
    if (position >= kMostAgreed) return;
    run.push_back({step.warp, step.function, step.index, step.lanes});
    if (!wanted.contains(position)) return;
    Sample& sample = samples[position];
    const auto registers = static_cast<uint32_t>(module->functions[step.function].registers.size());
    for (uint32_t r = 0; r < registers; ++r)
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned word = 0; word < 2; ++word)
          sample.registers.push_back(step.register_bits(r, lane, word));
    sample.shared.assign(step.shared.begin(), step.shared.end());
  }
  void block_waits(size_t of, uint64_t which) override {
    any_waits |= of == launch;
    if (of == launch && which == block) waits = true;
  }
};

struct Corpus {
  sim_corpus::Entry entry;
  std::string target;
  Result<ptx::Module> module{Error{""}};
  sim::Options options;
  std::vector<std::vector<std::byte>> memory;

  std::vector<sim::Buffer> buffers() { return sim_corpus::buffers(entry, memory); }
  Oracle specified(size_t launch, uint64_t block, std::set<uint32_t> wanted) {
    Oracle oracle;
    oracle.launch = launch;
    oracle.block = block;
    oracle.module = &*module;
    oracle.wanted = std::move(wanted);
    auto its = buffers();
    specification::run(*module, its, std::span(entry.launches).first(launch + 1), options, &oracle);
    return oracle;
  }
};

// Registers of the lanes that come to the instruction, by their types' bytes.
std::string difference(const data::StepWalk& walk, const Where& where, const data::StepState& state,
                       const Sample& sample) {
  const data::StepFunction& function = walk.functions[where.function];
  std::string text;
  size_t at = 0;
  for (size_t r = 0; r < function.registers.size(); ++r) {
    const data::StepRegister& reg = function.registers[r];
    for (unsigned lane = 0; lane < 32; ++lane, at += reg.bytes) {
      if (!reg.is_used || !(where.lanes >> lane & 1)) continue;
      uint64_t expected[2];
      std::memcpy(expected, &sample.registers[(r * 32 + lane) * 2], sizeof expected);
      if (reg.type == "pred") expected[0] &= 1;
      if (std::memcmp(expected, &state.values[at], reg.bytes) != 0 && text.size() < 300)
        text += fmt::format("{} of lane {}\n", reg.name, lane);
    }
  }
  for (const data::StepArray& array : walk.shared)
    if (array.begin + array.bytes > sample.shared.size() ||
        std::memcmp(&state.shared[array.begin], &sample.shared[array.begin], array.bytes) != 0)
      text += "shared array " + array.name + "\n";
  return text;
}

const data::StepSplit* running(const data::StepState& state) {
  for (const data::StepSplit& s : state.splits)
    if (s.place == data::StepPlace::runs) return &s;
  return nullptr;
}

void compare_at(sim::Walk& walk, const Oracle& oracle,
                const std::map<std::pair<uint32_t, uint32_t>, uint32_t>& numbers,
                uint32_t position) {
  CAPTURE(position);
  const Where& where = oracle.run[position];
  const auto first = static_cast<uint32_t>(std::countr_zero(where.lanes));
  const data::StepState state = walk.state(position, where.warp, first);
  const data::StepSplit* const split = running(state);
  REQUIRE(split);
  CHECK(split->warp == where.warp);
  CHECK(split->lanes == where.lanes);
  CHECK(split->instruction == numbers.at({where.function, where.index}));
  REQUIRE(!state.stack.empty());
  CHECK(state.stack[0] == split->instruction);
  CHECK(difference(walk.about(), where, state, oracle.samples.at(position)) == "");
}

// The block's instructions, one by one, from `walk`.
std::vector<Where> run_of(sim::Walk& walk, const std::vector<std::pair<uint32_t, uint32_t>>& places,
                          uint32_t count) {
  std::vector<Where> run;
  for (uint32_t position = 0; position < count; ++position) {
    const data::StepState state = walk.state(position, 0, 0);
    const data::StepSplit* const split = running(state);
    if (!split) break;
    const auto [function, index] = places[split->instruction];
    run.push_back({split->warp, function, index, split->lanes});
  }
  return run;
}

void compare_block(Corpus& corpus, size_t launch, uint64_t block) {
  CAPTURE(launch);
  CAPTURE(block);
  std::vector<std::vector<std::byte>> memory;
  auto its = sim_corpus::buffers(corpus.entry, memory);
  auto opened = sim::Walk::open(*corpus.module, its, corpus.entry.launches, corpus.options,
                                {static_cast<int>(launch), block, /*whole_launch=*/true,
                                 /*most_work=*/UINT64_MAX, kMostAgreed, /*spacing=*/37});
  REQUIRE_MESSAGE(opened, (opened ? "" : words::text_of(opened.why().says)));
  sim::Walk& walk = **opened;
  const uint32_t positions = walk.about().positions;
  std::set<uint32_t> wanted;
  for (uint32_t k = 0; k < std::min(kSamples, positions); ++k)
    wanted.insert(static_cast<uint32_t>(uint64_t{k} * positions / std::min(kSamples, positions)));
  const Oracle oracle = corpus.specified(launch, block, wanted);
  if (!oracle.waits) CHECK(oracle.run.size() == positions);
  REQUIRE(oracle.run.size() <= positions);

  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  std::vector<std::pair<uint32_t, uint32_t>> places;
  std::map<uint32_t, uint32_t> next;
  for (const data::StepInstruction& i : walk.about().instructions) {
    places.emplace_back(i.function, next[i.function]++);
    numbers[places.back()] = static_cast<uint32_t>(places.size()) - 1;
  }
  const uint32_t count = std::min<uint32_t>(static_cast<uint32_t>(oracle.run.size()), 1000);
  const std::vector<Where> run = run_of(walk, places, count);
  REQUIRE(run.size() == count);
  for (uint32_t k = 0; k < count; ++k)
    if (run[k] != oracle.run[k]) {
      CHECK_MESSAGE(false, "position " << k << ": " << text_of(run[k]) << " instead of "
                                       << text_of(oracle.run[k]));
      return;
    }
  const auto end = static_cast<uint32_t>(oracle.run.size());
  for (const uint32_t position : wanted)
    if (position < end) compare_at(walk, oracle, numbers, position);
  // All blocks have run, if this is the last one.
  const bool is_whole = !oracle.any_waits && !walk.about().cut && corpus.entry.findings.empty() &&
                        block + 1 == corpus.entry.launches[launch].grid.volume();
  (void)walk.state(positions, 0, 0);
  if (is_whole) CHECK(memory == corpus.memory);
  for (auto position = wanted.rbegin(); position != wanted.rend(); ++position)
    if (*position < end) compare_at(walk, oracle, numbers, *position);
  (void)walk.state(positions, 0, 0);
  if (is_whole) CHECK(memory == corpus.memory);
}

void compare_steps(const std::string& name) {
  const auto entry = sim_corpus::load(name);
  REQUIRE_MESSAGE(entry, (entry ? "" : entry.error()));
  Corpus corpus{*entry, entry->targets.back()};
  const auto text = sim_corpus::ptx(*entry, corpus.target);
  REQUIRE(text);
  corpus.module = ptx::parse(*text);
  REQUIRE(corpus.module);
  // How often a thread looks until it sees what it waits for is left to the simulator.
  if (sim_corpus::only_waits_somewhere(*corpus.module)) return;
  if (!specification::left_out(*corpus.module).empty()) return;
  corpus.options.student_file = entry->name + ".cu";
  if (entry->max_work_per_warp) corpus.options.max_work_per_warp = entry->max_work_per_warp;
  // A launch that ends in an error is the last one that is reached.
  for (size_t launch = 0; launch < entry->launches.size(); ++launch) {
    compare_block(corpus, launch, 0);
    const uint64_t last = entry->launches[launch].grid.volume() - 1;
    if (last > 0 && entry->findings.empty()) compare_block(corpus, launch, last);
    if (!entry->findings.empty()) break;
  }
}

// One a kernel, from CMakeLists.txt.
#include "corpus_steps.inc"
#include "words/text.hpp"

}  // namespace
