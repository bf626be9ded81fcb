#include "ptx/updated_element.hpp"

#include <algorithm>
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

}  // namespace

std::optional<size_t> load_that_store_updates(const Function& function, size_t store) {
  const Instruction& st = function.body[store];
  const Operand* const address = address_of(st);
  if (st.opcode != "st" || !address || st.operands.size() < 2) return std::nullopt;
  struct Value {
    uint32_t reg;
    size_t before;
  };
  std::vector<Value> values;
  const auto want = [&](uint32_t reg, size_t before) {
    const bool is_known = std::ranges::any_of(
        values, [&](const Value& v) { return v.reg == reg && v.before == before; });
    if (!is_known && values.size() < kMostValues) values.push_back({reg, before});
  };
  for_each_register(st.operands[1], [&](uint32_t reg) { want(reg, store); });
  for (size_t k = 0; k < values.size(); ++k) {
    const auto [reg, before] = values[k];
    size_t i = before;
    while (i > 0 && !writes(function.body[i - 1], reg)) --i;
    if (i == 0) continue;
    const Instruction& made = function.body[--i];
    if (made.opcode == "ld") {
      const Operand* const from = address_of(made);
      const bool is_changed =
          address->has_base_register &&
          std::any_of(function.body.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                      function.body.begin() + static_cast<std::ptrdiff_t>(store),
                      [&](const Instruction& between) { return writes(between, address->reg); });
      if (from && made.space() == st.space() && is_same(*from, *address) && !is_changed) return i;
      continue;
    }
    for (size_t o = 1; o < made.operands.size(); ++o)
      for_each_register(made.operands[o], [&](uint32_t source) { want(source, i); });
  }
  return std::nullopt;
}

}  // namespace warplab::ptx
