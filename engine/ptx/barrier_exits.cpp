#include "ptx/barrier_exits.hpp"

#include <algorithm>
#include <map>

#include "ptx/control_flow.hpp"
#include "ptx/opcode.hpp"
#include "ptx/source_lines.hpp"

namespace warplab::ptx {
namespace {

// A thread notes for each group where it left. Kernels have one or two; unrolled ones may have
// more, of which the first are enough.
constexpr uint32_t kMostGroups = 64;
// Barriers that are looked at: each costs a walk of the graph.
constexpr uint32_t kMostPoints = 256;
// How far the value of a branch's predicate is followed back through and, or and not.
constexpr int kMostConditions = 16;

bool is_block_barrier(const Instruction& i) {
  return is(i, Family::barrier) && !i.has("warp") && !i.has("cluster");
}

// The function that is called; -1 where it is known only when it runs.
int callee_of(const Instruction& i) {
  if (!is(i, Family::call)) return -1;
  for (const Operand& o : i.operands)
    if (o.kind == Operand::Kind::symbol && o.symbol.kind == SymbolRef::Kind::function)
      return static_cast<int>(o.symbol.index);
  return -1;
}

// Which functions have barriers, themselves or in what they call.
std::vector<bool> with_barriers(const Module& module) {
  std::vector<bool> has(module.functions.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t f = 0; f < has.size(); ++f) {
      if (has[f]) continue;
      has[f] = std::ranges::any_of(module.functions[f].body, [&](const Instruction& i) {
        const int callee = callee_of(i);
        return is_block_barrier(i) || (callee >= 0 && has[static_cast<size_t>(callee)]);
      });
      grown |= has[f];
    }
  }
  return has;
}

class Exits {
 public:
  Exits(const Module& module, const Function& function, std::string_view file_name)
      : module_(module),
        function_(function),
        file_name_(file_name),
        flow_(control_flow(function)),
        before_(flow_.blocks.size()) {
    for (const ControlStatement& s : module.statements) heads_.push_back(&s);
    std::ranges::stable_sort(heads_, {}, &ControlStatement::head_begin);
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
      for (const uint32_t next : flow_.blocks[b].successors) before_[next].push_back(b);
  }

  // Of the barrier or call at `point`; groups are not numbered yet.
  std::vector<BarrierExit> of(uint32_t point) {
    const std::vector<bool> reaches = that_reach(flow_.block_of[point]);
    const std::vector<SourcePlace> at = places(point);
    const bool is_left_otherwise = cannot_have_returned(at);
    std::vector<BarrierExit> exits;
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      const BasicBlock& block = flow_.blocks[b];
      if (!reaches[b] || block.successors.size() != 2) continue;
      const bool falls = reaches[block.successors[0]], jumps = reaches[block.successors[1]];
      const uint32_t branch = block.last - 1;
      if (falls == jumps || function_.body[branch].opcode != "bra") continue;
      if (const auto returned = returns(branch, at)) exits.push_back({branch, 0, falls, *returned});
      else if (must_have_returned(branch, at)) exits.push_back({branch, 0, falls, true, true});
      else if (is_left_otherwise && function_.body[branch].guard)
        exits.push_back({branch, 0, falls, false, !is_decided_there(branch, at)});
    }
    return exits;
  }

 private:
  std::vector<bool> that_reach(uint32_t block) const {
    std::vector<bool> reaches(flow_.blocks.size(), false);
    std::vector<uint32_t> open{block};
    reaches[block] = true;
    while (!open.empty()) {
      const uint32_t b = open.back();
      open.pop_back();
      for (const uint32_t from : before_[b])
        if (!reaches[from]) reaches[from] = true, open.push_back(from);
    }
    return reaches;
  }

  std::vector<SourcePlace> places(uint32_t instruction) const {
    return source_places(module_, function_, instruction, file_name_);
  }

  // The statements whose conditions decide a branch: compilers make one branch of several.
  struct Deciding {
    std::vector<const ControlStatement*> statements;
    bool complete = false;  // no part of it is of unknown origin
  };

  const ControlStatement* statement_of(uint32_t instruction) const {
    for (const SourcePlace& place : places(instruction)) {
      const auto behind =
          std::ranges::upper_bound(heads_, place, {}, &ControlStatement::head_begin);
      if (behind != heads_.begin() && place < (*std::prev(behind))->head_end)
        return *std::prev(behind);
    }
    return nullptr;
  }

  const Deciding& deciding(uint32_t branch) {
    const auto [known, is_new] = deciding_.try_emplace(branch);
    Deciding& found = known->second;
    if (!is_new) return found;
    std::vector<uint32_t> open{*function_.body[branch].guard};
    int parts = 0;
    bool explained = true;
    while (!open.empty() && parts < kMostConditions) {
      const uint32_t reg = open.back();
      open.pop_back();
      for (const uint32_t writer : writers_of(reg)) {
        const Instruction& i = function_.body[writer];
        const bool combines =
            i.opcode == "and" || i.opcode == "or" || i.opcode == "not" || i.opcode == "xor";
        const ControlStatement* const s = statement_of(writer);
        if (s) found.statements.push_back(s);
        if (!combines) {
          ++parts;
          explained = explained && s;
          continue;
        }
        for (size_t k = 1; k < i.operands.size(); ++k)
          if (i.operands[k].kind == Operand::Kind::reg) open.push_back(i.operands[k].reg);
      }
    }
    const ControlStatement* const own = statement_of(branch);
    if (own) found.statements.push_back(own);
    found.complete = open.empty() && (explained || (own && parts == 1));
    return found;
  }

  const std::vector<uint32_t>& writers_of(uint32_t reg) {
    if (writers_.empty())
      for (uint32_t k = 0; k < function_.body.size(); ++k) {
        const Instruction& i = function_.body[k];
        const Opcode* opcode = find_opcode(i.opcode);
        if (i.operands.empty() || opcode == nullptr || !opcode->writes) continue;
        const Operand& d = i.operands[0];
        if (d.kind == Operand::Kind::reg) writers_[d.reg].push_back(k);
        for (const Operand& e : d.elements)
          if (e.kind == Operand::Kind::reg) writers_[e.reg].push_back(k);
      }
    return writers_[reg];
  }

  static bool stands_around(const ControlStatement& s, const std::vector<SourcePlace>& barrier) {
    return std::ranges::any_of(
        barrier, [&](const SourcePlace& place) { return s.begin <= place && place < s.end; });
  }

  // Whether threads leave at `branch` by a `return`; nothing where the source does not say how.
  std::optional<bool> returns(uint32_t branch, const std::vector<SourcePlace>& barrier) {
    if (!function_.body[branch].guard) return std::nullopt;
    bool conditional = false;
    const Deciding& by = deciding(branch);
    for (const ControlStatement* s : by.statements) {
      // NVRTC gives all of a line the place of what begins in it. A barrier at the place of a
      // statement's beginning may be inside or behind.
      const auto begins = [&](const SourcePlace& place) {
        return place == s->begin || (s->head_begin <= place && place < s->head_end);
      };
      const bool inside = std::ranges::any_of(barrier, [&](const SourcePlace& place) {
        return s->begin <= place && place < s->end && !begins(place);
      });
      if (!inside && s->returns) return true;
      conditional |= stands_around(*s, barrier) || s->jumps;
    }
    if (!conditional || !by.complete) return std::nullopt;
    return false;
  }

  // A compiler also joins the condition of a `return` with what is no statement, as in
  // `v = there ? f() : 0; if (!there) return;`. Past a barrier that stands in no `if` and no loop
  // there is no other way than a `return` in front of it.
  bool must_have_returned(uint32_t branch, const std::vector<SourcePlace>& barrier) {
    if (!function_.body[branch].guard || !deciding(branch).statements.empty()) return false;
    const std::vector<SourcePlace> from = places(branch);
    if (from.empty() || barrier.empty()) return false;
    bool returns = false;
    for (const ControlStatement& s : module_.statements) {
      if (stands_around(s, barrier)) return false;
      // Outermost: a function or a lambda that waits may stand anywhere.
      const bool between = from.back() <= s.begin && s.end <= barrier.back();
      if (between && s.jumps) return false;
      returns |= between && s.returns;
    }
    return returns;
  }

  // Whether the branch has the place of a statement that decides about the barrier.
  bool is_decided_there(uint32_t branch, const std::vector<SourcePlace>& barrier) const {
    const ControlStatement* const s = statement_of(branch);
    return s && (stands_around(*s, barrier) || s->jumps);
  }

  // A condition that a variable holds, or that several statements share, belongs to none of them.
  // Where no `return` stands in front of the barrier, nor of the calls that led to it, who leaves
  // it goes past it, whatever decides that.
  bool cannot_have_returned(const std::vector<SourcePlace>& barrier) const {
    // NVRTC gives all of a line the place of what begins in it, so columns say little.
    const auto holds = [](const auto& s, const SourcePlace& place) {
      return s.begin.line <= place.line && place.line <= s.end.line;
    };
    std::vector<bool> found(barrier.size(), false);
    for (size_t k = 0; k < barrier.size(); ++k) {
      // A thread may come to what stands in them before it comes to the barrier again.
      std::vector<const ControlStatement*> loops;
      for (const ControlStatement& s : module_.statements)
        if (s.is_loop && holds(s, barrier[k])) loops.push_back(&s);
      for (const FunctionBody& b : module_.bodies) {
        if (!holds(b, barrier[k])) continue;
        found[k] = true;
        for (const SourcePlace& r : b.returns)
          if (b.has_goto || r.line <= barrier[k].line ||
              std::ranges::any_of(loops, [&](auto* s) { return s->begin <= r && r < s->end; }))
            return false;
      }
    }
    // In another function, one that was called before.
    const bool may_have_exited = std::ranges::any_of(module_.bodies, [&](const FunctionBody& b) {
      return b.may_exit && std::ranges::none_of(barrier, [&](auto& p) { return holds(b, p); });
    });
    return !may_have_exited && !found.empty() &&
           std::ranges::all_of(found, [](bool f) { return f; });
  }

  const Module& module_;
  const Function& function_;
  std::string_view file_name_;
  ControlFlow flow_;
  std::vector<std::vector<uint32_t>> before_;   // block -> those that go on with it
  std::vector<const ControlStatement*> heads_;  // in the order of their heads
  std::map<uint32_t, Deciding> deciding_;
  std::map<uint32_t, std::vector<uint32_t>> writers_;
};

bool same(const std::vector<BarrierExit>& a, const std::vector<BarrierExit>& b) {
  return std::ranges::equal(a, b, [](const BarrierExit& x, const BarrierExit& y) {
    return x.branch == y.branch && x.jumping == y.jumping && x.returned == y.returned &&
           x.unnamed == y.unnamed;
  });
}

}  // namespace

std::optional<uint32_t> FunctionBarriers::group_at(uint32_t instruction) const {
  for (const auto& [point, group] : points)
    if (point == instruction) return group;
  return std::nullopt;
}

ModuleBarriers barrier_exits(const Module& module, std::string_view file_name) {
  ModuleBarriers all;
  all.functions.resize(module.functions.size());
  if (module.statements.empty()) return all;
  const std::vector<bool> has = with_barriers(module);
  uint32_t points = 0;
  for (size_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (!has[f] || !function.has_body) continue;
    Exits exits(module, function, file_name);
    std::vector<std::vector<BarrierExit>> groups;
    const uint32_t first = all.groups;
    for (uint32_t k = 0; k < function.body.size() && all.groups < kMostGroups; ++k) {
      const Instruction& i = function.body[k];
      const int callee = callee_of(i);
      if (!is_block_barrier(i) && !(callee >= 0 && has[static_cast<size_t>(callee)])) continue;
      if (++points > kMostPoints) break;
      std::vector<BarrierExit> of_point = exits.of(k);
      if (of_point.empty()) continue;
      const auto known =
          std::ranges::find_if(groups, [&](const auto& g) { return same(g, of_point); });
      const auto number = static_cast<uint32_t>(known - groups.begin());
      if (known == groups.end()) {
        groups.push_back(std::move(of_point));
        ++all.groups;
      }
      all.functions[f].points.emplace_back(k, first + number);
    }
    for (uint32_t g = 0; g < groups.size(); ++g)
      for (BarrierExit e : groups[g]) {
        e.group = first + g;
        all.functions[f].exits.push_back(e);
      }
    std::ranges::stable_sort(all.functions[f].exits, {}, &BarrierExit::branch);
  }
  return all;
}

}  // namespace warplab::ptx
