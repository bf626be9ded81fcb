// Control flow, barriers and fences.
#include "sim/decode/function_decoder.hpp"

#include <algorithm>

#include "sim/execute/barrier.hpp"
#include "sim/execute/calls.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/device_functions.hpp"
#include "sim/execute/special.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Operand;

}  // namespace

bool FunctionDecoder::polls(uint32_t from, uint32_t to) const {
  static const std::vector<std::string> kOrdered = {"volatile", "relaxed", "acquire", "release",
                                                    "acq_rel"};
  for (uint32_t k = from; k <= to && k < body_.size(); ++k) {
    const ptx::Instruction& i = body_[k];
    const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
    if (opcode != nullptr && (opcode->family == Family::atomic || opcode->family == Family::fence ||
                              opcode->passes_time))
      return true;
    for (const std::string& m : i.modifiers)
      if (std::ranges::find(kOrdered, m) != kOrdered.end()) return true;
  }
  return false;
}

void FunctionDecoder::branch(MicroOp& i) {
  const bool indexed = current().opcode == "brx";
  const uint32_t block = flow_.block_of[index_];
  if (indexed) {
    i.run = branch_indexed;
    i.a = place(operand(0), 4);
    i.table = static_cast<uint32_t>(program_.branch_tables.size());
    const auto& targets = operand(1).elements;
    program_.branch_tables.emplace_back(targets.size());
    for (uint32_t k = 0; k < targets.size(); ++k)
      fixups_.push_back({Fixup::What::table, here(), flow_.block_of[targets[k].target], k});
    i.memory = program_.branch_site_count++;
    program_.branch_sites.push_back(i.site);
    fixups_.push_back(
        {Fixup::What::reconvergence, here(), flow_.blocks[block].immediate_post_dominator, 0});
    return;
  }
  const Operand& target = operand(0);
  if (target.kind != Operand::Kind::label) fail(Says::must_name_label);
  i.run = current().guard ? sim::branch : jump;
  std::vector<LeftBarrier> left;
  for (const ptx::BarrierExit& e : program_.barriers.functions[number_].exits)
    if (e.branch == index_) left.push_back({e.group, e.jumping});
  if (!left.empty()) {
    i.run = branch_past_barrier;
    i.memory = static_cast<uint32_t>(program_.left_barriers.size());
    program_.left_barriers.push_back(std::move(left));
  }
  if (target.target <= index_ && polls(target.target, index_)) i.flags |= kPollingLoop;
  if (target.target >= body_.size()) {  // a label behind the last instruction: the function's end
    fail(Says::jumps_behind_end);
  }
  fixups_.push_back({Fixup::What::target, here(), flow_.block_of[target.target], 0});
  if (current().guard) {
    i.slot = program_.branch_site_count++;
    program_.branch_sites.push_back(i.site);
    fixups_.push_back(
        {Fixup::What::reconvergence, here(), flow_.blocks[block].immediate_post_dominator, 0});
  }
  if (!waits_.end_at(index_)) return;
  i.flags |= kWaitLoop;
  i.b = static_cast<uint32_t>(program_.wait_loops.size());
  MicroOp& begin = program_.code[block_code_[flow_.block_of[target.target]]];
  begin.run = begin.run == enter_block ? enter_wait_block : enter_wait_reconvergence_block;
  begin.b = i.b;
  const SlotsBefore from = slots_before_[flow_.block_of[target.target]], to = slots_so_far();
  program_.wait_loops.push_back(
      {{from.blocks, to.blocks}, {from.memory, to.memory}, {from.branches, to.branches}});
}

FunctionDecoder::SlotsBefore FunctionDecoder::slots_so_far() const {
  return {static_cast<uint32_t>(program_.blocks.size()),
          static_cast<uint32_t>(program_.memory_sites.size()), program_.branch_site_count};
}

void FunctionDecoder::call(MicroOp& i) {
  // call (ret), name, (args); any of the lists may be missing.
  CallSite site;
  const Operand* target = nullptr;
  std::vector<const Operand*> lists_before, lists_after;
  for (const Operand& o : current().operands) {
    if (o.kind == Operand::Kind::list) (target ? lists_after : lists_before).push_back(&o);
    else if (!target) target = &o;
  }
  if (!target) fail(Says::names_no_function);
  if (!lists_before.empty())
    for (const Operand& o : lists_before[0]->elements) site.results.push_back(area_of(o.symbol));
  if (!lists_after.empty())
    for (const Operand& o : lists_after[0]->elements) {
      if (!o.has_symbol && o.kind != Operand::Kind::symbol) fail(Says::passes_no_parameter);
      site.arguments.push_back(area_of(o.symbol));
    }
  if (target->kind == Operand::Kind::reg) {
    i.run = call_indirect;
    i.a = place(*target, 8);
  } else {
    if (target->kind != Operand::Kind::symbol ||
        target->symbol.kind != ptx::SymbolRef::Kind::function)
      fail(Says::is_no_function);
    const ptx::Function& callee = module_.functions[target->symbol.index];
    if (callee.has_body) {
      i.run = call_direct;
      i.imm = target->symbol.index;
      site.function = static_cast<int>(target->symbol.index);
    } else if (callee.name == "vprintf") {
      i.run = call_printf;
      program_.order_dependent = true;
    } else if (callee.name == "__assertfail") {
      i.run = call_assert_fail;
    } else if (callee.name == "malloc") {
      i.run = call_malloc;
      program_.order_dependent = true;
      depends_on_order();
    } else if (callee.name == "free") {
      i.run = call_free;
      program_.order_dependent = true;
    } else if (callee.name.starts_with("__cudaCDP2") ||
               callee.name.starts_with("cudaGetParameterBuffer") ||
               callee.name.starts_with("cudaLaunchDevice")) {
      fail(Says::launches_from_kernel);
    } else {
      fail(Says::calls_unknown, callee.name);
    }
  }
  i.call = static_cast<uint32_t>(program_.calls.size());
  program_.calls.push_back(std::move(site));
}

void FunctionDecoder::barrier(MicroOp& i) {
  const ptx::Instruction& p = current();
  if (p.has("warp")) {
    program_.has_partial_barriers = true;
    i.run = warp_barrier;
    i.a = place(operand(0), 4);
    return;
  }
  if (p.has("cluster")) unsupported();
  i.run = block_barrier;
  i.slot = program_.branch_site_count++;
  program_.branch_sites.push_back(i.site);
  size_t next = 0;
  BarrierKind kind = p.has("arrive") ? BarrierKind::arrive : BarrierKind::sync;
  if (p.has("red")) {
    kind = p.has("popc")  ? BarrierKind::red_popc
           : p.has("and") ? BarrierKind::red_and
                          : BarrierKind::red_or;
    const Operand& d = operand(next++);
    i.d = kind == BarrierKind::red_popc ? destination(d, 4) : predicate_destination(d);
  }
  const Operand& number = operand(next++);
  i.a = place(number, 4);
  size_t last = p.operands.size();
  if (p.has("red")) {
    bool negated = false;
    i.c = predicate(operand(--last), &negated);
    if (negated) i.flags |= kBarrierPredicateNegated;
  }
  if (next < last) i.b = place(operand(next), 4);
  program_.has_partial_barriers |= next < last || kind == BarrierKind::arrive ||
                                   number.kind != Operand::Kind::immediate || number.bits != 0;
  i.flags |= static_cast<uint32_t>(kind);
  if (p.opcode == "bar" || p.has("aligned")) i.flags |= kBarrierAligned;
}

// A cluster is one block here, unless the kernel asks for more, of which is not known who is in
// which.
AccessScope FunctionDecoder::scope() const {
  const ptx::Instruction& p = current();
  if (p.has("cluster")) {
    const ptx::Function* kernel = module_.find_function(request_.kernel);
    if (kernel != nullptr && kernel->cluster.volume() != 1) fail(Says::reaches_cluster);
    return AccessScope::block;
  }
  return p.has("cta")   ? AccessScope::block
         : p.has("sys") ? AccessScope::system
                        : AccessScope::device;
}

void FunctionDecoder::hint(MicroOp& i) {
  i.run = do_nothing;
  if (current().opcode != "nanosleep") return;
  i.run = sim::sleep;
  i.a = place(operand(0), 4);
  i.imm = waits_.sleep_at(index_);
  i.slot = program_.branch_site_count++;
  program_.branch_sites.push_back(i.site);
}

void FunctionDecoder::fence(MicroOp& i) {
  const ptx::Instruction& p = current();
  i.run = p.has("proxy") || p.has("mbarrier_init") ? do_nothing : memory_fence;
  if (i.run == do_nothing) return;
  // Of shared memory alone, or of the barrier objects of a cluster.
  if (std::ranges::any_of(p.modifiers,
                          [](const auto& m) { return m.starts_with("sync_restrict"); }))
    unsupported();
  i.imm = static_cast<uint64_t>(scope());
  i.kind = static_cast<uint32_t>(p.has("acquire")                      ? FenceKind::acquires
                                 : p.has("release")                    ? FenceKind::releases
                                 : p.opcode == "membar" || p.has("sc") ? FenceKind::sequential
                                                                       : FenceKind::both);
}

}  // namespace warplab::sim
