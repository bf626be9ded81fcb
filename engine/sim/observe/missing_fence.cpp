#include "sim/observe/missing_fence.hpp"

#include <algorithm>

#include "ptx/control_flow.hpp"
#include "ptx/opcode.hpp"
#include "ptx/updated_element.hpp"
#include "sim/observe/compare_and_swap.hpp"
#include "sim/wait_loops.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Function;
using ptx::Instruction;

bool is_barrier(const Instruction& i) { return ptx::is(i, Family::barrier) && !i.has("warp"); }

bool tells_others(const Instruction& i) {
  if (ptx::is(i, Family::atomic)) return true;
  return ptx::is(i, Family::store) &&
         (i.has("volatile") || i.has("relaxed") || i.has("release") || i.has("mmio"));
}

struct Flag {
  bool is_there = false, orders = false;
};

// What the thread that writes stores there or behind it.
Flag flag_stored(const Function& function, size_t write, bool same_block) {
  Flag flag;
  for (size_t k = write; k < function.body.size(); ++k) {
    const Instruction& i = function.body[k];
    if (same_block && is_barrier(i)) break;
    if (!tells_others(i)) continue;
    flag.is_there = true;
    flag.orders |= i.has("release") || i.has("acq_rel");
  }
  return flag;
}

bool acquires(const Function& function, uint32_t begin, uint32_t end) {
  return std::any_of(function.body.begin() + begin, function.body.begin() + end + 1,
                     [](const Instruction& i) { return i.has("acquire") || i.has("acq_rel"); });
}

int line_of(const Program& program, uint32_t function, uint32_t begin, uint32_t end) {
  int line = 0;
  for (const Site& s : program.sites)
    if (s.function == function && s.index >= begin && s.index <= end && s.line > 0 &&
        (line == 0 || s.line < line))
      line = s.line;
  return line;
}

bool is_fence(const Instruction& i) { return ptx::is(i, Family::fence); }

template <class Is>
bool has_between(const Function& function, size_t from, size_t to, const Is& is) {
  for (size_t k = from + 1; k < to; ++k)
    if (is(function.body[k])) return true;
  return false;
}

// Does a branch lead back to `at`, or before it?
bool is_in_loop(const Function& function, size_t at) {
  for (size_t k = at; k < function.body.size(); ++k) {
    const Instruction& i = function.body[k];
    if (i.opcode == "bra" && !i.operands.empty() && i.operands[0].target <= at) return true;
  }
  return false;
}

// Those who do not get what the atomic at `taken` is asked for: do they come to it again? `inside`:
// an instruction for those who do.
bool tries_again(const Function& function, size_t taken, size_t inside) {
  size_t k = taken + 1;
  while (k < function.body.size() &&
         !(function.body[k].opcode == "bra" && ptx::decides_branch(function, taken, k)))
    ++k;
  if (k == function.body.size()) return false;
  const size_t target = function.body[k].operands[0].target;
  k = target > taken && target <= inside ? k + 1 : target;
  // Along the text, by the jumps that all take.
  for (size_t steps = 0; k < function.body.size() && steps < function.body.size(); ++steps) {
    if (k <= taken) return true;
    const Instruction& i = function.body[k];
    if (!i.guard && (i.opcode == "ret" || i.opcode == "exit")) return false;
    const bool jumps = i.opcode == "bra" && (!i.guard || i.operands[0].target <= taken);
    k = jumps ? i.operands[0].target : k + 1;
  }
  return false;
}

// Instructions that come behind one, in the order of the text: in a loop those before it, too.
std::vector<size_t> that_follow(const Function& function, size_t at) {
  std::vector<size_t> all;
  size_t begin = at;
  for (size_t k = at + 1; k < function.body.size(); ++k) {
    const Instruction& i = function.body[k];
    if (begin == at && i.opcode == "bra" && !i.operands.empty() && i.operands[0].target < at) {
      begin = i.operands[0].target;
      for (size_t j = begin; j < at; ++j) all.push_back(j);
    }
    all.push_back(k);
  }
  return all;
}

}  // namespace

int line_that_polls(const Program& program, uint32_t write, uint32_t read, bool same_block) {
  const Site &writer = program.sites[write], &reader = program.sites[read];
  const Flag flag =
      flag_stored(program.module->functions[writer.function], writer.index, same_block);
  if (!flag.is_there) return 0;
  const Function& function = program.module->functions[reader.function];
  const WaitLoops loops = wait_loops(function, ptx::control_flow(function));
  // The last one that begins before what is read, or is that itself.
  for (size_t n = loops.ends.size(); n-- > 0;) {
    const uint32_t end = loops.ends[n], begin = function.body[end].operands[0].target;
    if (begin > reader.index) continue;
    const auto from = function.body.begin() + std::min(end, reader.index);
    if (same_block && std::any_of(from, function.body.begin() + reader.index, is_barrier)) return 0;
    if (flag.orders && acquires(function, begin, end)) return 0;
    return line_of(program, reader.function, begin, end);
  }
  return 0;
}

MissingFence missing_fence(const Program& program, uint32_t write, uint32_t other,
                           bool same_block) {
  using Kind = MissingFence::Kind;
  const Site &writer = program.sites[write], &reader = program.sites[other];
  const Function& from = program.module->functions[writer.function];
  const Function& to = program.module->functions[reader.function];
  const std::vector<AtomicFacts> facts = atomic_facts(program);
  // What the thread that comes later decides by, and what the other one does behind its store.
  size_t taken = reader.index;
  const size_t first_site = other - reader.index;
  while (taken > 0 &&
         !(ptx::is(to.body[taken - 1], Family::atomic) && facts[first_site + taken - 1].decides))
    --taken;
  if (taken == 0) return {};
  const Instruction& taking = to.body[--taken];
  const std::vector<size_t> behind = that_follow(from, writer.index);
  const auto told =
      std::ranges::find_if(behind, [&](size_t k) { return tells_others(from.body[k]); });
  if (told == behind.end()) return {};
  const size_t given = *told;
  const Instruction& giving = from.body[given];
  const auto has_behind = [&](const auto& is) {
    return std::any_of(behind.begin(), told, [&](size_t k) { return is(from.body[k]); });
  };
  const bool meets_before = has_between(to, taken, reader.index, is_barrier),
             meets_behind = has_behind(is_barrier);
  const bool orders_before = taking.has("acquire") || taking.has("acq_rel") ||
                             has_between(to, taken, reader.index, is_fence),
             orders_behind = giving.has("release") || giving.has("acq_rel") || has_behind(is_fence);
  const bool is_lock = (taking.has("exch") || taking.has("cas")) && is_in_loop(to, taken) &&
                       tries_again(to, taken, reader.index);
  MissingFence missing{is_lock ? Kind::lock : Kind::atomic, program.sites[first_site + taken].line,
                       program.sites[write - writer.index + given].line};
  if (is_lock && !same_block && meets_before && !meets_behind) {
    missing.kind = Kind::early_release;
    return missing;
  }
  // Within a block a barrier on the way orders them, or the fault is another one.
  if (same_block && (meets_before || meets_behind)) return {};
  if ((orders_before || meets_before) && orders_behind) return {};
  return missing;
}

}  // namespace warplab::sim
