#include "sim/serves_printf.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ptx/opcode.hpp"
#include "ptx/operand_check.hpp"
#include "sim/register_access.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Instruction;
using ptx::Operand;
using ptx::Space;
using ptx::SymbolRef;

// Null: through a pointer.
const ptx::Function* callee_of(const ptx::Module& module, const Instruction& i) {
  const Operand& callee = i.operands[1];
  const bool is_named =
      callee.kind == Operand::Kind::symbol && callee.symbol.kind == SymbolRef::Kind::function;
  return is_named ? &module.functions[callee.symbol.index] : nullptr;
}

bool is_printf(const ptx::Function& f) { return !f.has_body && f.name == "vprintf"; }

bool prints(const ptx::Module& module) {
  return std::ranges::any_of(module.functions, [&](const ptx::Function& f) {
    return std::ranges::any_of(f.body, [&](const Instruction& i) {
      if (!ptx::is(i, Family::call)) return false;
      const ptx::Function* callee = callee_of(module, i);
      return callee != nullptr && is_printf(*callee);
    });
  });
}

// Whether operands are what their instructions take; a launch of other code is refused.
bool is_well_formed(const ptx::Module& module) {
  return std::ranges::all_of(module.functions, [&](const ptx::Function& f) {
    return std::ranges::none_of(
        f.body, [&](const Instruction& i) { return ptx::operand_fault(module, f, i).has_value(); });
  });
}

// The function's calls of printf, and of functions that do nothing else.
using PrintingCalls = std::vector<bool>;

// What an instruction leaves for others, and what it takes of it: registers, variables in which
// arguments and results of calls lie, and the objects of local memory, all numbered together.
class LiveCode {
 public:
  LiveCode(const ptx::Function& function, const ptx::ControlFlow& flow, PrintingCalls calls)
      : function_(function), body_(function.body), flow_(flow), prints_(std::move(calls)) {
    find_objects();
    find_definitions();
    find_control_dependences();
  }

  // Whether others than this thread's own registers and variables notice the instruction. Calls
  // that print are noticed if `output_counts`, and so is that what they give back is looked at.
  bool has_effect(uint32_t k, bool output_counts) const {
    const Instruction& i = body_[k];
    const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
    if (opcode == nullptr) return true;
    switch (opcode->family) {
      case Family::compute:
      case Family::address:
      case Family::branch: return false;
      case Family::load: return is_ordered(i) || (output_counts && takes_printed_result(i));
      case Family::store:
        return is_ordered(i) || (!variable_of(i.operands[0]) && objects_of(i.operands[0]).empty());
      case Family::call: return !prints_[k] || output_counts;
      default: return true;
    }
  }

  // Which instructions something with an effect needs.
  std::vector<bool> live(bool output_counts) {
    is_live_.assign(body_.size(), false);
    is_needed_.assign(definitions_.size(), false);
    looked_through_.clear();
    for (uint32_t k = 0; k < body_.size(); ++k)
      if (has_effect(k, output_counts)) mark(k);
    while (!open_.empty()) {
      const uint32_t k = open_.back();
      open_.pop_back();
      for (const uint32_t what : taken_by(k)) need(what, k);
      for (const uint32_t branch : controlled_by_[flow_.block_of[k]]) mark(branch);
    }
    return is_live_;
  }

  bool takes_printed_result(const Instruction& i) const {
    const auto v = i.operands.size() < 2 ? std::nullopt : variable_of(i.operands[1]);
    return v && std::ranges::any_of(definitions_[*v], [&](uint32_t k) { return prints_[k]; });
  }

  // The branches that decide whether block `b` is executed.
  const std::vector<uint32_t>& branches_around(uint32_t b) const { return controlled_by_[b]; }

 private:
  using Objects = std::set<uint32_t>;

  static bool is_ordered(const Instruction& i) {
    return i.has("volatile") || i.has("relaxed") || i.has("acquire") || i.has("release") ||
           i.has("mmio");
  }

  // Numbers: registers, the function's variables, the carry, objects of local memory.
  uint32_t of_variable(uint32_t v) const {
    return static_cast<uint32_t>(function_.registers.size()) + v;
  }
  uint32_t of_carry() const {
    return of_variable(static_cast<uint32_t>(function_.variables.size()));
  }

  std::optional<uint32_t> variable_of(const Operand& o) const {
    if (!o.has_symbol || o.symbol.kind != SymbolRef::Kind::function_variable ||
        function_.variables[o.symbol.index].space != Space::param)
      return std::nullopt;
    return of_variable(o.symbol.index);
  }
  const Objects& objects_of(const Operand& address) const {
    return address.has_base_register ? points_to_[address.reg] : kNone;
  }

  // A frame of local memory has its objects at offsets that are added to its beginning. Where the
  // beginning is used in another way, objects are not told apart, and none is known.
  void find_objects() {
    points_to_.assign(function_.registers.size(), {});
    frame_.assign(function_.registers.size(), std::nullopt);
    for (bool changed = true; changed && !gives_up_;) {
      changed = false;
      for (const Instruction& i : body_) changed |= follow_pointers(i);
    }
    if (gives_up_) std::ranges::fill(points_to_, Objects{});
  }

  bool follow_pointers(const Instruction& i) {
    const bool computes = ptx::is(i, Family::compute) || ptx::is(i, Family::address);
    const RegisterAccess access = register_access(i);
    const auto frame_of = [&](const Operand& o) -> std::optional<uint32_t> {
      if (o.kind == Operand::Kind::reg) return frame_[o.reg];
      const bool is_local = o.has_symbol && o.symbol.kind == SymbolRef::Kind::function_variable &&
                            function_.variables[o.symbol.index].space == Space::local;
      if (!is_local) return std::nullopt;
      if (o.kind != Operand::Kind::symbol || o.offset != 0) gives_up_ = true;
      return o.symbol.index;
    };
    bool changed = false;
    Objects points_to;
    for (const uint32_t reg : access.reads) {
      points_to.insert(points_to_[reg].begin(), points_to_[reg].end());
      gives_up_ |= frame_[reg] && !(computes && i.operands.size() >= 2);
    }
    if (i.operands.size() >= 2)
      if (const auto frame = frame_of(i.operands[1])) {
        const bool is_copy = i.operands.size() == 2 && (i.opcode == "mov" || i.opcode == "cvta");
        const bool is_sum = i.opcode == "add" && i.operands.size() == 3 &&
                            i.operands[2].kind == Operand::Kind::immediate;
        if (access.writes.size() != 1 || (!is_copy && !is_sum)) gives_up_ = true;
        else if (is_copy) changed |= std::exchange(frame_[access.writes[0]], frame) != frame;
        else points_to.insert(object(*frame, i.operands[2].bits));
      }
    for (size_t n = 2; n < i.operands.size(); ++n)
      if (frame_of(i.operands[n])) gives_up_ = true;
    if (!computes) return changed;
    for (const uint32_t reg : access.writes)
      for (const uint32_t o : points_to) changed |= points_to_[reg].insert(o).second;
    return changed;
  }
  uint32_t object(uint32_t frame, uint64_t offset) {
    const auto next = static_cast<uint32_t>(of_carry() + 1 + objects_.size());
    return objects_.try_emplace({frame, offset}, next).first->second;
  }

  void find_definitions() {
    definitions_.resize(of_carry() + 1 + objects_.size());
    for (uint32_t k = 0; k < body_.size(); ++k)
      for (const uint32_t what : left_by(k)) definitions_[what].push_back(k);
  }
  std::vector<uint32_t> left_by(uint32_t k) const {
    const Instruction& i = body_[k];
    std::vector<uint32_t> left = register_access(i).writes;
    if (i.has("cc")) left.push_back(of_carry());
    if (ptx::is(i, Family::store)) {
      if (const auto v = variable_of(i.operands[0])) left.push_back(*v);
      const Objects& objects = objects_of(i.operands[0]);
      left.insert(left.end(), objects.begin(), objects.end());
    }
    if (ptx::is(i, Family::call))
      for (const Operand& o : i.operands[0].elements)
        if (const auto v = variable_of(o)) left.push_back(*v);
    return left;
  }
  std::vector<uint32_t> taken_by(uint32_t k) const {
    const Instruction& i = body_[k];
    const RegisterAccess access = register_access(i);
    std::vector<uint32_t> taken = access.reads;
    const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
    if (opcode != nullptr && opcode->carries) taken.push_back(of_carry());
    const bool stores = ptx::is(i, Family::store);
    for (size_t n = stores ? 1 : 0; n < i.operands.size(); ++n) {
      if (const auto v = variable_of(i.operands[n])) taken.push_back(*v);
      if (n == 0 && ptx::is(i, Family::call)) continue;
      for (const Operand& o : i.operands[n].elements)
        if (const auto v = variable_of(o)) taken.push_back(*v);
    }
    // Who gets a pointer may read there.
    if (ptx::is(i, Family::compute) || ptx::is(i, Family::address)) return taken;
    for (const uint32_t reg : access.reads) {
      if (stores && i.operands[0].has_base_register && i.operands[0].reg == reg) continue;
      taken.insert(taken.end(), points_to_[reg].begin(), points_to_[reg].end());
    }
    return taken;
  }

  // By the edges from a block to one that does not post-dominate it.
  void find_control_dependences() {
    controlled_by_.resize(flow_.blocks.size());
    before_.resize(flow_.blocks.size());
    for (uint32_t from = 0; from < flow_.blocks.size(); ++from) {
      const ptx::BasicBlock& block = flow_.blocks[from];
      for (uint32_t b : block.successors) {
        before_[b].push_back(from);
        if (block.successors.size() < 2) continue;
        for (size_t n = 0; b != block.immediate_post_dominator && b != ptx::kFunctionExit &&
                           n < flow_.blocks.size();
             ++n, b = flow_.blocks[b].immediate_post_dominator)
          controlled_by_[b].push_back(block.last - 1);
      }
    }
  }

  void mark(uint32_t k) {
    if (!is_live_[k]) is_live_[k] = true, open_.push_back(k);
  }
  // What instruction `k` takes: of a register, what the definitions leave that may reach it.
  void need(uint32_t what, uint32_t k) {
    if (what < function_.registers.size() && definitions_[what].size() > 1) {
      const uint32_t b = flow_.block_of[k];
      need_register(what, b, k);
      return;
    }
    if (is_needed_[what]) return;
    is_needed_[what] = true;
    for (const uint32_t by : definitions_[what]) mark(by);
  }
  // Those before instruction `end` of block `b`, and where none of them is certain those before.
  void need_register(uint32_t reg, uint32_t b, uint32_t end) {
    std::vector<std::pair<uint32_t, uint32_t>> open = {{b, end}};
    while (!open.empty()) {
      const auto [block, before] = open.back();
      open.pop_back();
      if (mark_last(reg, flow_.blocks[block].first, before)) continue;
      for (const uint32_t from : before_[block])
        if (looked_through_.emplace(reg, from).second)
          open.emplace_back(from, flow_.blocks[from].last);
    }
  }
  // From `end` back to `first`; true: up to a definition without a guard.
  bool mark_last(uint32_t reg, uint32_t first, uint32_t end) {
    const std::vector<uint32_t>& all = definitions_[reg];
    for (auto at = std::ranges::lower_bound(all, end); at != all.begin() && *--at >= first;) {
      mark(*at);
      if (!body_[*at].guard) return true;
    }
    return false;
  }

  inline static const Objects kNone;

  const ptx::Function& function_;
  const std::vector<Instruction>& body_;
  const ptx::ControlFlow& flow_;
  PrintingCalls prints_;
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> objects_;  // by frame and offset
  std::vector<Objects> points_to_;                             // by register
  std::vector<std::optional<uint32_t>> frame_;                 // whose beginning a register is
  bool gives_up_ = false;
  std::vector<std::vector<uint32_t>> definitions_, controlled_by_, before_;
  std::set<std::pair<uint32_t, uint32_t>> looked_through_;  // registers and whole blocks
  std::vector<bool> is_live_, is_needed_;
  std::vector<uint32_t> open_;
};

// What is left of a call by name: its callee's number; none through a pointer.
std::optional<uint32_t> callee_number(const ptx::Module& module, const Instruction& i) {
  const ptx::Function* callee = callee_of(module, i);
  if (callee == nullptr) return std::nullopt;
  return static_cast<uint32_t>(callee - module.functions.data());
}

// More is no kernel into which somebody looks by printf; what is asked grows with their product.
constexpr size_t kMostBlocks = 2048, kMostInstructions = 1u << 16;
bool is_too_large(const ptx::Function& f, const ptx::ControlFlow& flow) {
  return flow.blocks.size() > kMostBlocks || f.body.size() > kMostInstructions;
}

// Whether the function would have no effect if none of its calls had one.
bool only_calls(const ptx::Function& f) {
  const ptx::ControlFlow flow = ptx::control_flow(f);
  if (is_too_large(f, flow)) return false;
  const LiveCode code(f, flow, PrintingCalls(f.body.size(), true));
  for (uint32_t k = 0; k < f.body.size(); ++k)
    if (!ptx::is(f.body[k], Family::leave) && code.has_effect(k, false)) return false;
  return true;
}

}  // namespace

OnlyPrints only_prints(const ptx::Module& module) {
  if (!prints(module) || !is_well_formed(module)) return {};
  const size_t count = module.functions.size();
  OnlyPrints only(count);
  std::vector<size_t> unknown(count);                   // calls of which nothing is known yet
  std::vector<std::vector<uint32_t>> called_by(count);  // once for each call
  std::vector<uint32_t> found;
  for (uint32_t f = 0; f < count; ++f) {
    if (is_printf(module.functions[f])) found.push_back(f);
    for (const Instruction& i : module.functions[f].body) {
      if (!ptx::is(i, Family::call)) continue;
      ++unknown[f];
      if (const auto callee = callee_number(module, i)) called_by[*callee].push_back(f);
    }
  }
  while (!found.empty()) {
    const uint32_t f = found.back();
    found.pop_back();
    only[f] = true;
    for (const uint32_t caller : called_by[f])
      if (--unknown[caller] == 0 && !module.functions[caller].is_kernel &&
          only_calls(module.functions[caller]))
        found.push_back(caller);
  }
  return only;
}

std::vector<bool> serves_printf(const ptx::Module& module, const OnlyPrints& only,
                                uint32_t function, const ptx::ControlFlow& flow) {
  const ptx::Function& f = module.functions[function];
  if (only.empty() || is_too_large(f, flow)) return {};
  if (only[function]) return std::vector<bool>(f.body.size(), true);
  PrintingCalls calls(f.body.size());
  for (size_t k = 0; k < f.body.size(); ++k)
    if (ptx::is(f.body[k], Family::call))
      if (const auto callee = callee_number(module, f.body[k])) calls[k] = only[*callee];
  LiveCode code(f, flow, std::move(calls));
  const std::vector<bool> with = code.live(true), without = code.live(false);
  std::vector<bool> serves(f.body.size());
  for (size_t k = 0; k < serves.size(); ++k) serves[k] = with[k] && !without[k];
  // A jump goes with what decides whether it is executed.
  for (size_t k = 0; k < serves.size(); ++k) {
    const Instruction& i = f.body[k];
    const std::vector<uint32_t>& around = code.branches_around(flow.block_of[k]);
    if (ptx::is(i, Family::branch) && !i.guard && i.opcode == "bra" && !around.empty())
      serves[k] = std::ranges::all_of(around, [&](uint32_t branch) { return serves[branch]; });
  }
  return serves;
}

}  // namespace warplab::sim
