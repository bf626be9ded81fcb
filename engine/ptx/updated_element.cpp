#include "ptx/updated_element.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

// Values that are looked back for: a sum of as many numbers is no update that advice is for.
constexpr size_t kMostValues = 64;

template <class Look>
void for_each_register(const Operand& operand, const Look& look) {
  if (operand.kind == Operand::Kind::reg) look(operand.reg);
  for (const Operand& element : operand.elements) for_each_register(element, look);
}

bool writes(const Instruction& i, uint32_t reg) {
  bool any = false;
  if (writes_first_operand(i))
    for_each_register(i.operands[0], [&](uint32_t written) { any |= written == reg; });
  return any;
}

const Operand* address_of(const Instruction& i) {
  const auto found = std::ranges::find(i.operands, Operand::Kind::address, &Operand::kind);
  return found == i.operands.end() ? nullptr : &*found;
}

bool is_same(const Operand& a, const Operand& b) {
  const bool same_register =
      a.has_base_register == b.has_base_register && (!a.has_base_register || a.reg == b.reg);
  const bool same_symbol =
      a.has_symbol == b.has_symbol &&
      (!a.has_symbol || (a.symbol.kind == b.symbol.kind && a.symbol.index == b.symbol.index));
  return same_register && same_symbol && a.offset == b.offset;
}

bool is_changed_between(const Function& function, const Operand& address, size_t from, size_t to) {
  const auto at = [&](size_t k) { return function.body.begin() + static_cast<std::ptrdiff_t>(k); };
  return address.has_base_register &&
         std::any_of(at(from + 1), at(to),
                     [&](const Instruction& between) { return writes(between, address.reg); });
}

// `load` brings what is where `store` stores.
bool is_own_load(const Function& function, size_t load, size_t store) {
  const Instruction &ld = function.body[load], &st = function.body[store];
  const Operand *const from = address_of(ld), *const to = address_of(st);
  return ld.opcode == "ld" && from && to && ld.space() == st.space() && is_same(*from, *to) &&
         !is_changed_between(function, *to, load, store);
}

// May operand `k` of it be what an atomic function adds to, or compares with?
bool is_step_of_atomic(const Instruction& i, size_t k) {
  constexpr std::array<std::string_view, 10> kSteps = {"mov", "cvt", "add", "sub", "min",
                                                       "max", "and", "or",  "xor", "selp"};
  if (std::ranges::find(kSteps, i.opcode) != kSteps.end()) return true;
  return (i.opcode == "fma" || i.opcode == "mad") && k == 3;
}

// The instruction that wrote `reg` last before `before`; the end of the text: none.
size_t writer_before(const Function& function, uint32_t reg, size_t before) {
  while (before > 0 && !writes(function.body[before - 1], reg)) --before;
  return before == 0 ? function.body.size() : before - 1;
}

// What is stored is a copy of what this load brought; the end of the text: of none.
size_t copied_load(const Function& function, size_t store) {
  const Instruction& st = function.body[store];
  if (st.opcode != "st" || st.operands.size() < 2 || st.operands[1].kind != Operand::Kind::reg)
    return function.body.size();
  uint32_t reg = st.operands[1].reg;
  size_t at = store;
  for (size_t steps = 0; steps < kMostValues; ++steps) {
    at = writer_before(function, reg, at);
    if (at == function.body.size() || function.body[at].opcode == "ld") return at;
    const Instruction& i = function.body[at];
    if (i.opcode != "mov" || i.operands.size() < 2 || i.operands[1].kind != Operand::Kind::reg)
      break;
    reg = i.operands[1].reg;
  }
  return function.body.size();
}

// Registers that hold something made of what `load` brings, at the end of [load, end).
std::vector<bool> made_from(const Function& function, size_t load, size_t end) {
  std::vector<bool> made(function.registers.size(), false);
  for_each_register(function.body[load].operands[0], [&](uint32_t reg) { made[reg] = true; });
  for (size_t k = load + 1; k < end; ++k) {
    const Instruction& i = function.body[k];
    if (!writes_first_operand(i) || i.opcode == "ld") continue;
    bool from = false;
    for (size_t o = 1; o < i.operands.size(); ++o)
      for_each_register(i.operands[o], [&](uint32_t reg) { from |= made[reg]; });
    for_each_register(i.operands[0], [&](uint32_t reg) { made[reg] = made[reg] || from; });
  }
  return made;
}

}  // namespace

std::optional<ElementUpdate> update_by_store(const Function& function, size_t store) {
  const Instruction& st = function.body[store];
  if (st.opcode != "st" || !address_of(st) || st.operands.size() < 2) return std::nullopt;
  struct Value {
    uint32_t reg;
    size_t before;
    bool is_one_step;
    bool operator==(const Value&) const = default;
  };
  std::vector<Value> values;
  const auto want = [&](const Value& value) {
    if (std::ranges::find(values, value) == values.end() && values.size() < kMostValues)
      values.push_back(value);
  };
  for_each_register(st.operands[1], [&](uint32_t reg) { want({reg, store, true}); });
  std::optional<ElementUpdate> found;
  for (size_t k = 0; k < values.size(); ++k) {
    const Value value = values[k];
    const size_t i = writer_before(function, value.reg, value.before);
    if (i == function.body.size()) continue;
    const Instruction& made = function.body[i];
    if (made.opcode == "ld") {
      if (!is_own_load(function, i, store) || (found && found->load != i)) continue;
      found = {i, (!found || found->is_one_step) && value.is_one_step};
      continue;
    }
    for (size_t o = 1; o < made.operands.size(); ++o)
      for_each_register(made.operands[o], [&](uint32_t source) {
        want({source, i, value.is_one_step && is_step_of_atomic(made, o)});
      });
  }
  return found;
}

std::optional<size_t> load_that_decides_store(const Function& function, size_t store) {
  const Instruction& st = function.body[store];
  if (st.opcode != "st") return std::nullopt;
  for (size_t load = store; load-- > 0;) {
    const Instruction& before = function.body[load];
    if (before.opcode == "bar" && !before.has("warp")) break;
    if (!is_own_load(function, load, store)) continue;
    const std::vector<bool> made = made_from(function, load, store);
    if (st.guard && made[*st.guard]) return load;
    for (size_t k = load + 1; k < store; ++k) {
      const Instruction& i = function.body[k];
      if (i.opcode == "bra" && i.guard && made[*i.guard]) return load;
    }
  }
  return std::nullopt;
}

bool are_exchange(const Function& function, size_t store, size_t other) {
  const size_t end = function.body.size();
  const size_t one = copied_load(function, store), two = copied_load(function, other);
  return store != other && one != end && two != end && is_own_load(function, one, other) &&
         is_own_load(function, two, store);
}

bool decides_branch(const Function& function, size_t load, size_t branch) {
  const std::optional<uint32_t>& guard = function.body[branch].guard;
  if (!guard || !writes_first_operand(function.body[load])) return false;
  const std::vector<bool> made = made_from(function, load, function.body.size());
  return made[*guard];
}

}  // namespace warplab::ptx
