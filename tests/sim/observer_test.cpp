// The door for observers (sim/observer.hpp): what one is told is exactly what was executed, nothing
// that it has not asked for, and whoever looks changes nothing.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/observer.hpp"
#include "sim/simulate.hpp"
#include "sim/state/block.hpp"
#include "sim/state/launch_state.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// Counts what it sees by line: what the simulator counts, from nothing but events.
class Counting : public sim::Observer {
 public:
  std::vector<sim::LineCounters> launches;
  std::set<int> lines_of_objects;

  sim::Wants wants() const override {
    sim::Wants wants;
    wants.instructions = wants.loads = wants.stores = wants.atomics = wants.barriers = true;
    return wants;
  }
  void launch_starts(sim::LaunchState& launch) override {
    CHECK(launch.number == launches.size());
    launches.emplace_back();
    instructions_.clear();
    for (uint32_t k = 0; k < launch.program->sites.size(); ++k)
      instructions_.push_back(sim::observed_instruction(launch, k));
    for (const sim::ObservedInstruction& i : instructions_)
      if (i.family == ptx::Family::object || i.ptx->has("mbarrier"))
        lines_of_objects.insert(i.line);
  }
  void instruction(const sim::InstructionEvent& e) override {
    CHECK((e.executes & ~e.active) == 0);
    sim::Counters& line = line_of(e.at);
    line[sim::Counter::warp_instructions] += 1;
    line[sim::Counter::thread_instructions] += lanes(e.active);
    const ptx::Family family = instructions_[e.at.instruction].family;
    line[sim::Counter::branches] += family == ptx::Family::branch;
    const bool votes = instructions_[e.at.instruction].ptx->opcode == "vote";
    line[sim::Counter::warp_exchanges] += family == ptx::Family::exchange && !votes;
    line[sim::Counter::warp_votes] += votes;
  }
  void access(const sim::AccessEvent& e) override {
    std::set<uint64_t> pieces;
    for (unsigned l = 0; l < sim::kLanes; ++l)
      if (e.mask >> l & 1)
        for (uint32_t b = 0; b < e.bytes; ++b) pieces.insert((e.addresses[l] + b) / 32);
    const bool is_constant = instructions_[e.at.instruction].ptx->space() == ptx::Space::constant;
    sim::Counters& line = line_of(e.at);
    const auto add = [&](sim::Counter requests, sim::Counter sectors, sim::Counter bytes) {
      line[requests] += 1;
      line[sectors] += pieces.size();
      line[bytes] += lanes(e.mask) * e.bytes;
    };
    using enum sim::Counter;
    if (is_constant) {
      line[constant_requests] += 1;
      line[constant_sectors] += pieces.size();
    } else if (e.space == ptx::Space::global) {
      if (e.kind == sim::AccessKind::load)
        add(global_load_requests, global_load_sectors, global_load_bytes);
      else if (e.kind == sim::AccessKind::store)
        add(global_store_requests, global_store_sectors, global_store_bytes);
      else add(global_atomic_requests, global_atomic_sectors, global_atomic_bytes);
    } else if (e.space == ptx::Space::shared) {
      line[e.kind == sim::AccessKind::load    ? shared_load_requests
           : e.kind == sim::AccessKind::store ? shared_store_requests
                                              : shared_atomic_requests] += 1;
    } else {
      line[e.kind == sim::AccessKind::load ? local_load_requests : local_store_requests] += 1;
    }
  }
  void barrier_arrives(const sim::BarrierArrival& e) override {
    line_of(e.at)[sim::Counter::barriers] += 1;
  }

 private:
  static uint64_t lanes(uint32_t mask) { return static_cast<uint64_t>(std::popcount(mask)); }
  sim::Counters& line_of(const sim::WarpPlace& at) {
    return launches.back()[instructions_[at.instruction].line];
  }
  std::vector<sim::ObservedInstruction> instructions_;
};

constexpr sim::Counter kCounted[] = {
    sim::Counter::warp_instructions,
    sim::Counter::thread_instructions,
    sim::Counter::branches,
    sim::Counter::warp_exchanges,
    sim::Counter::warp_votes,
    sim::Counter::barriers,
    sim::Counter::global_load_requests,
    sim::Counter::global_load_sectors,
    sim::Counter::global_load_bytes,
    sim::Counter::global_store_requests,
    sim::Counter::global_store_sectors,
    sim::Counter::global_store_bytes,
    sim::Counter::global_atomic_requests,
    sim::Counter::global_atomic_sectors,
    sim::Counter::global_atomic_bytes,
    sim::Counter::shared_load_requests,
    sim::Counter::shared_store_requests,
    sim::Counter::shared_atomic_requests,
    sim::Counter::local_load_requests,
    sim::Counter::local_store_requests,
    sim::Counter::constant_requests,
    sim::Counter::constant_sectors,
};

// What barrier objects cost is told by lane, and not by who learns it together.
bool is_told(sim::Counter counter) {
  using enum sim::Counter;
  return counter != barriers && counter != shared_load_requests &&
         counter != shared_store_requests && counter != shared_atomic_requests;
}

std::string text_of(const sim::LineCounters& lines, const std::set<int>& lines_of_objects) {
  std::string text;
  for (const auto& [line, counters] : lines)
    for (const sim::Counter c : kCounted)
      if (counters[c] && (is_told(c) || !lines_of_objects.contains(line)))
        text += fmt::format("line {}: {} = {}\n", line, sim::name_of(c), counters[c]);
  return text;
}

// A launch of `k` in PTX over one buffer of 32-bit words, watched.
sim::Report observe(const std::string& body, sim::Launch launch, std::vector<uint32_t>& words,
                    sim::Observer& observer) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
      "\t.reg .pred %p<4>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<4>;\n\t.shared .b32 tile[64];\n"
      "\tld.param.u64 %rd1, [a];\n\tmov.u32 %r1, %tid.x;\n\tmul.wide.u32 %rd2, %r1, 4;\n"
      "\tadd.s64 %rd1, %rd1, %rd2;\n" +
      body + "\tret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {words.size()};
  buffer.bytes = std::as_writable_bytes(std::span(words));
  launch.kernel = "k";
  launch.arguments = {{0, {}}};
  auto report =
      sim::simulate_observed(*module, std::span(&buffer, 1), std::span(&launch, 1), {}, observer);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  return std::move(*report);
}

sim::Launch launch_of(uint32_t blocks, uint32_t threads) {
  sim::Launch launch;
  launch.grid.x = blocks;
  launch.block.x = threads;
  return launch;
}

}  // namespace

TEST_CASE("what an observer is told adds up to the counters of every line, for the whole corpus") {
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  size_t compared = 0;
  for (const sim_corpus::Entry& entry : *entries) {
    if (!entry.findings.empty()) continue;  // what a lane must not do is counted, and not told
    CAPTURE(entry.name);
    for (const std::string& target : entry.targets) {
      CAPTURE(target);
      const auto text = sim_corpus::ptx(entry, target);
      REQUIRE(text);
      const auto module = ptx::parse(*text);
      REQUIRE(module);
      if (sim_corpus::only_waits_somewhere(*module)) continue;
      sim::Options options;
      options.student_file = entry.name + ".cu";
      std::vector<std::vector<std::byte>> memory, watched_memory;
      auto buffers = sim_corpus::buffers(entry, memory);
      auto watched_buffers = sim_corpus::buffers(entry, watched_memory);
      Counting counting;
      const auto alone = sim::simulate(*module, buffers, entry.launches, options);
      const auto watched =
          sim::simulate_observed(*module, watched_buffers, entry.launches, options, counting);
      REQUIRE(alone);
      REQUIRE(watched);
      CHECK(watched->completed);
      CHECK(watched->output == alone->output);
      CHECK(watched_memory == memory);
      REQUIRE(counting.launches.size() == alone->launches.size());
      for (size_t k = 0; k < alone->launches.size(); ++k)
        CHECK(text_of(counting.launches[k], counting.lines_of_objects) ==
              text_of(alone->launches[k].lines, counting.lines_of_objects));
      ++compared;
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("an observer sees the blocks that it wants, and of the others nothing") {
  class OneBlock : public Counting {
   public:
    std::set<uint64_t> seen, started;
    sim::Wants wants() const override {
      sim::Wants wants = Counting::wants();
      wants.blocks = true;
      return wants;
    }
    bool wants_block(uint64_t number) override { return number == 2; }
    void block_starts(const sim::BlockEvent& e) override { started.insert(e.number); }
    void instruction(const sim::InstructionEvent& e) override {
      seen.insert(e.at.block);
      Counting::instruction(e);
    }
    void access(const sim::AccessEvent& e) override {
      seen.insert(e.at.block);
      Counting::access(e);
    }
  } one;
  std::vector<uint32_t> words(64);
  const sim::Report report = observe(
      "\tatom.global.add.u32 %r2, [%rd1], 1;\n\tst.shared.u32 [tile], %r2;\n"
      "\tbar.sync 0;\n",
      launch_of(5, 64), words, one);
  CHECK(words == std::vector<uint32_t>(64, 5));
  CHECK(one.seen == std::set<uint64_t>{2});
  CHECK(one.started == std::set<uint64_t>{2});
  const sim::Counters& part = one.launches.at(0).at(0);
  const sim::Counters& all = report.launches.at(0).total;
  for (const sim::Counter c : kCounted) CHECK(part[c] * 5 == all[c]);
  CHECK(part[sim::Counter::barriers] == 2);
  CHECK(part[sim::Counter::shared_store_requests] == 2);
}

TEST_CASE("an observer is told of nothing that it has not asked for") {
  class Narrow : public sim::Observer {
   public:
    sim::Wants wanted;
    std::map<std::string, int> told;
    sim::Wants wants() const override { return wanted; }
    void block_starts(const sim::BlockEvent&) override { ++told["block"]; }
    void instruction(const sim::InstructionEvent& e) override {
      ++told["instruction"];
      if (!e.inputs.empty()) ++told["values"];
    }
    void access(const sim::AccessEvent& e) override {
      ++told[e.kind == sim::AccessKind::load    ? "load"
             : e.kind == sim::AccessKind::store ? "store"
                                                : "atomic"];
    }
    void barrier_arrives(const sim::BarrierArrival&) override { ++told["barrier"]; }
    void barrier_completes(const sim::BarrierCompletion&) override { ++told["barrier"]; }
    void warp_barrier(const sim::WarpBarrierEvent&) override { ++told["barrier"]; }
    void exchange(const sim::ExchangeEvent&) override { ++told["exchange"]; }
    void fence(const sim::FenceEvent&) override { ++told["fence"]; }
    void turn_starts(const sim::TurnEvent&) override { ++told["turn"]; }
    void turn_ends(const sim::TurnEvent&) override { ++told["turn"]; }
    void micro_op(sim::Warp&, const sim::MicroOp*) override { ++told["micro_op"]; }
  };
  const std::string body =
      "\tld.global.u32 %r2, [%rd1];\n\tatom.global.add.u32 %r3, [%rd1], 1;\n"
      "\tbar.warp.sync 0xffffffff;\n\tmembar.gl;\n\tshfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;\n"
      "\tbar.sync 0;\n\tst.global.u32 [%rd1], %r4;\n";
  const auto told = [&](bool sim::Wants::*what) {
    Narrow narrow;
    if (what) narrow.wanted.*what = true;
    std::vector<uint32_t> words(32);
    observe(body, launch_of(1, 32), words, narrow);
    return narrow.told;
  };
  using Told = std::map<std::string, int>;
  CHECK(told(nullptr).empty());
  CHECK(told(&sim::Wants::blocks) == Told{{"block", 1}});
  CHECK(told(&sim::Wants::instructions) == Told{{"instruction", 12}});
  CHECK(told(&sim::Wants::loads) == Told{{"load", 1}});
  CHECK(told(&sim::Wants::stores) == Told{{"store", 1}});
  CHECK(told(&sim::Wants::atomics) == Told{{"atomic", 1}});
  CHECK(told(&sim::Wants::barriers) == Told{{"barrier", 3}});
  CHECK(told(&sim::Wants::exchanges) == Told{{"exchange", 1}});
  CHECK(told(&sim::Wants::fences) == Told{{"fence", 1}});
  // The warp runs to its end, and that is seen: each has a begin and an end.
  CHECK(told(&sim::Wants::turns) == Told{{"turn", 4}});
  CHECK(told(&sim::Wants::values).at("instruction") == 12);
  CHECK(told(&sim::Wants::micro_ops).at("micro_op") >= 12);
}

TEST_CASE("a trace has guards, lanes, addresses, registers and the values that are read") {
  struct Step {
    sim::InstructionEvent event;
    std::vector<uint32_t> first_input;  // of the last register that is read, by lane
  };
  class Trace : public sim::Observer {
   public:
    std::vector<Step> steps;
    std::vector<sim::ObservedInstruction> program;
    std::vector<std::string> opcodes;  // of `program`, whose `ptx` ends with the launch
    std::vector<uint64_t> addresses;
    sim::Wants wants() const override { return {.values = true, .stores = true}; }
    void launch_starts(sim::LaunchState& launch) override {
      for (uint32_t k = 0; k < launch.program->sites.size(); ++k) {
        program.push_back(sim::observed_instruction(launch, k));
        opcodes.push_back(program.back().ptx->opcode);
      }
    }
    void instruction(const sim::InstructionEvent& e) override {
      steps.push_back({e, {}});
      if (e.inputs.empty() || e.inputs.front().bytes != 4) return;
      const auto* lanes = static_cast<const uint32_t*>(e.inputs.front().lanes);
      steps.back().first_input.assign(lanes, lanes + sim::kLanes);
    }
    void access(const sim::AccessEvent& e) override {
      CHECK(e.space == ptx::Space::global);
      CHECK(e.bytes == 4);
      CHECK(e.mask == 0xffff);
      addresses.assign(e.addresses, e.addresses + sim::kLanes);
    }
    // The step of the only instruction with this opcode.
    const Step& step(const std::string& opcode) const {
      for (const Step& s : steps)
        if (opcodes[s.event.at.instruction] == opcode) return s;
      FAIL("no " << opcode);
      return steps.front();
    }
  } trace;
  std::vector<uint32_t> words(32);
  observe(
      "\tshl.b32 %r2, %r1, 3;\n\tsetp.lt.u32 %p1, %r2, 128;\n\t@%p1 st.global.u32 [%rd1], %r2;\n"
      "\t@!%p1 bra END;\n\tnot.b32 %r3, %r2;\nEND:\n",
      launch_of(1, 32), words, trace);
  CHECK(words[15] == 120);
  CHECK(words[16] == 0);
  // Each instruction once, in the order of the text; the lanes that jump only meet the others.
  REQUIRE(trace.steps.size() == trace.program.size());
  for (size_t k = 0; k < trace.steps.size(); ++k) CHECK(trace.steps[k].event.at.instruction == k);
  const Step& shift = trace.step("shl");
  REQUIRE(shift.first_input.size() == sim::kLanes);
  for (uint32_t l = 0; l < sim::kLanes; ++l) CHECK(shift.first_input[l] == l);
  const Step& store = trace.step("st");
  CHECK(store.event.active == ~0u);
  CHECK(store.event.executes == 0xffff);
  CHECK(trace.step("bra").event.executes == 0xffff'0000u);
  CHECK(trace.step("not").event.active == 0xffff);
  for (size_t l = 1; l < 16; ++l) CHECK(trace.addresses[l] == trace.addresses[0] + 4 * l);
  // What the shift writes, the comparison and the store read.
  const auto written = trace.program[shift.event.at.instruction].writes;
  REQUIRE(written.size() == 1);
  for (const char* opcode : {"setp", "st"}) {
    const auto& reads = trace.program[trace.step(opcode).event.at.instruction].reads;
    CHECK(std::count(reads.begin(), reads.end(), written[0]) == 1);
  }
}

TEST_CASE("barriers tell who arrives and when all go on, and nobody who waits is told twice") {
  class Barriers : public sim::Observer {
   public:
    std::string told;
    sim::Wants wants() const override { return {.instructions = true, .barriers = true}; }
    void launch_starts(sim::LaunchState& launch) override {
      for (uint32_t k = 0; k < launch.program->sites.size(); ++k) {
        const auto i = sim::observed_instruction(launch, k);
        is_barrier_.push_back(i.family == ptx::Family::barrier);
      }
    }
    void instruction(const sim::InstructionEvent& e) override {
      if (is_barrier_[e.at.instruction])
        told += fmt::format("comes {} {:x}; ", e.at.warp, e.active);
    }
    void barrier_arrives(const sim::BarrierArrival& e) override {
      told += fmt::format("{} {} {}; ", e.waits ? "waits" : "arrives", e.at.warp, e.number);
    }
    void barrier_completes(const sim::BarrierCompletion& e) override {
      told += fmt::format("all go on {}; ", e.number);
    }
    void warp_barrier(const sim::WarpBarrierEvent& e) override {
      told += fmt::format("warp {} {:x}; ", e.at.warp, e.lanes);
    }

   private:
    std::vector<bool> is_barrier_;
  };
  std::vector<uint32_t> words(64);
  Barriers block;
  observe("\tbar.sync 1;\n", launch_of(1, 64), words, block);
  CHECK(block.told == "comes 0 ffffffff; waits 0 1; comes 1 ffffffff; waits 1 1; all go on 1; ");
  // Lanes that have parted come to one barrier of the warp in two parts and pass it together.
  Barriers warp;
  observe(
      "\tand.b32 %r2, %r1, 1;\n\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra EVEN;\n"
      "\tbar.warp.sync 0xffffffff;\n\tbra END;\nEVEN:\n\tbar.warp.sync 0xffffffff;\nEND:\n",
      launch_of(1, 32), words, warp);
  CHECK(warp.told == "comes 0 aaaaaaaa; comes 0 55555555; warp 0 ffffffff; ");
  // A lane that ends wakes those that wait for it: they are told of once.
  Barriers woken;
  observe("\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra OUT;\n\tbar.warp.sync 0xffffffff;\nOUT:\n",
          launch_of(1, 32), words, woken);
  CHECK(woken.told == "comes 0 fffffffe; warp 0 fffffffe; ");
}

TEST_CASE("a warp has room for local variables where there are any, and else none") {
  class Room : public sim::Observer {
   public:
    size_t bytes = 0;
    sim::Wants wants() const override { return {.blocks = true}; }
    void block_ends(const sim::BlockEvent& e) override {
      for (const sim::Warp* w : e.block.warps) bytes = std::max(bytes, w->local.size());
    }
  };
  std::vector<uint32_t> words(64);
  Room none;
  observe("\tbar.sync 1;\n", launch_of(2, 64), words, none);
  CHECK(none.bytes == 0);
  Room some;
  observe("\t.local .align 4 .b8 own[64];\n\tst.local.u32 [own], %r1;\n", launch_of(2, 64), words,
          some);
  CHECK(some.bytes >= 64 * sim::kLanes);
}
