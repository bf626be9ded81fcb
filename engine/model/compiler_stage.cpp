#include "model/compiler_stage.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace warplab::model {
namespace {

using Code = std::vector<data::TraceInstruction>;

// By register: which instructions write and read it.
struct Uses {
  std::vector<std::vector<uint32_t>> writers, readers;
};

Uses uses_of(const Code& code) {
  size_t registers = 0;
  for (const data::TraceInstruction& i : code) {
    for (const uint16_t r : i.reads) registers = std::max<size_t>(registers, r + size_t{1});
    for (const uint16_t r : i.writes) registers = std::max<size_t>(registers, r + size_t{1});
  }
  Uses uses{std::vector<std::vector<uint32_t>>(registers),
            std::vector<std::vector<uint32_t>>(registers)};
  for (uint32_t k = 0; k < code.size(); ++k) {
    for (const uint16_t r : code[k].reads) uses.readers[r].push_back(k);
    for (const uint16_t r : code[k].writes) uses.writers[r].push_back(k);
  }
  return uses;
}

// A pair of instructions that becomes one.
struct Fusion {
  std::string_view first;                   // gives a value ...
  std::span<const std::string_view> users;  // ... that only these use
  bool one_user = false;                    // the first stays where several use it
  bool same_block = false;
  InstructionWork user_work;  // what is left of a user
};

constexpr std::string_view kSums32[] = {"add.f32", "sub.f32", "add.ftz.f32", "sub.ftz.f32"};
constexpr std::string_view kSums64[] = {"add.f64", "sub.f64"};
constexpr std::string_view kAddresses[] = {"add.s64", "add.u64"};
constexpr Fusion kFusions[] = {
    {"mul.f32", kSums32, true, true, {Pipe::single, 1, 1}},
    {"mul.ftz.f32", kSums32, true, true, {Pipe::single, 1, 1}},
    {"mul.f64", kSums64, true, true, {Pipe::double_, 1, 1}},
    {"mul.wide.s32", kAddresses, false, false, {Pipe::multiply, 1, 1}},
    {"mul.wide.u32", kAddresses, false, false, {Pipe::multiply, 1, 1}},
    {"shl.b64", kAddresses, false, false, {Pipe::integer, 2, 2}},
};

void fuse(const Code& code, const Uses& uses, const Fusion& fusion, uint32_t k,
          std::vector<InstructionWork>& work) {
  if (code[k].spelling != fusion.first || code[k].writes.size() != 1) return;
  const uint16_t result = code[k].writes[0];
  const std::vector<uint32_t>& readers = uses.readers[result];
  if (readers.empty() || uses.writers[result].size() != 1) return;
  if (fusion.one_user && readers.size() != 1) return;
  for (const uint32_t r : readers) {
    if (std::ranges::find(fusion.users, code[r].spelling) == fusion.users.end()) return;
    if (fusion.same_block && code[r].basic_block != code[k].basic_block) return;
  }
  work[k] = {Pipe::none, 0, 0};
  for (const uint32_t r : readers) work[r] = fusion.user_work;
}

bool is_opcode(const data::TraceInstruction& i, std::string_view opcode) {
  return std::string_view(i.spelling).substr(0, i.spelling.find('.')) == opcode;
}

// Instructions of one kind: in all, and in the loop of one basic block that has most of them.
struct Found {
  uint32_t all = 0, in_loop = 0;
};

// By basic block: whether a warp of the first recorded block went from it to itself.
std::vector<bool> loops_of(const data::LaunchTrace& trace) {
  std::vector<bool> loops;
  if (trace.blocks.empty()) return loops;
  const Code& code = trace.instructions;
  for (const data::WarpTrace& warp : trace.blocks.front().warps)
    for (size_t k = 1; k < warp.steps.size(); ++k) {
      const uint32_t from = warp.steps[k - 1].instruction, to = warp.steps[k].instruction;
      if (from >= code.size() || to > from || code[from].basic_block != code[to].basic_block)
        continue;
      if (loops.size() <= code[to].basic_block) loops.resize(code[to].basic_block + size_t{1});
      loops[code[to].basic_block] = true;
    }
  return loops;
}

template <class Is>
Found find(const Code& code, const std::vector<bool>& loops, const Is& is) {
  Found found;
  for (uint32_t begin = 0; begin < code.size();) {
    uint32_t end = begin, here = 0;
    for (; end < code.size() && code[end].basic_block == code[begin].basic_block; ++end)
      here += is(code[end]);
    found.all += here;
    const uint32_t block = code[begin].basic_block;
    if (block < loops.size() && loops[block]) found.in_loop = std::max(found.in_loop, here);
    begin = end;
  }
  return found;
}

}  // namespace

unsigned unrolling_of(const data::LaunchTrace& trace, const MachineCode& machine) {
  const Code& code = trace.instructions;
  const std::vector<bool> loops = loops_of(trace);
  const auto copies = [](const Found& found, uint32_t there) {
    if (found.in_loop == 0 || there <= found.all) return 1u;
    // 16, 8, 4 and 1 rounds of a loop that has 4 in the PTX: 6 bodies more than there were.
    const uint32_t more = (there - found.all) / found.in_loop;
    return more >= 3 ? 4u : more >= 1 ? 2u : 1u;
  };
  const Found loads = find(code, loops, [](const data::TraceInstruction& i) {
    return i.spelling.starts_with("ld.global");
  });
  if (loads.in_loop > 0) return copies(loads, machine.global_loads);
  const auto operations = [&](std::string_view type) {
    return find(code, loops, [type](const data::TraceInstruction& i) {
      return i.spelling.ends_with(type) && (is_opcode(i, "fma") || is_opcode(i, "add") ||
                                            is_opcode(i, "mul") || is_opcode(i, "sub"));
    });
  };
  return std::max(copies(operations(".f32"), machine.f32_operations),
                  copies(operations(".f64"), machine.f64_operations));
}

std::vector<bool> loop_control(const Code& code) {
  const Uses uses = uses_of(code);
  std::vector<bool> control(code.size());
  for (uint32_t k = 0; k < code.size(); ++k) {
    const data::TraceInstruction& i = code[k];
    if (is_opcode(i, "bra")) control[k] = true;
    if (is_opcode(i, "add")) control[k] = i.reads.size() == 1 && i.writes == i.reads;
    if (is_opcode(i, "setp") && i.writes.size() == 1) {
      const auto& readers = uses.readers[i.writes[0]];
      control[k] = readers.size() == 1 && is_opcode(code[readers[0]], "bra") &&
                   code[readers[0]].basic_block == i.basic_block;
    }
  }
  return control;
}

std::vector<InstructionWork> compiled_work(const Code& code) {
  std::vector<InstructionWork> work;
  work.reserve(code.size());
  for (const data::TraceInstruction& i : code) work.push_back(work_of(i.spelling));
  const Uses uses = uses_of(code);
  for (uint32_t k = 0; k < code.size(); ++k)
    for (const Fusion& fusion : kFusions) fuse(code, uses, fusion, k, work);
  return work;
}

}  // namespace warplab::model
