#include "sim/steps/meanings.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "ptx/opcode.hpp"
#include "sim/register_access.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::ValueFormula;

// Longer ones are read slower than the instructions.
constexpr size_t kMostCharacters = 64;

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kPlaces = {{
    {"%tid.x", "threadIdx.x"},
    {"%tid.y", "threadIdx.y"},
    {"%tid.z", "threadIdx.z"},
    {"%ctaid.x", "blockIdx.x"},
    {"%ctaid.y", "blockIdx.y"},
    {"%ctaid.z", "blockIdx.z"},
    {"%ntid.x", "blockDim.x"},
    {"%ntid.y", "blockDim.y"},
    {"%ntid.z", "blockDim.z"},
    {"%nctaid.x", "gridDim.x"},
    {"%nctaid.y", "gridDim.y"},
    {"%nctaid.z", "gridDim.z"},
}};

using Meanings = std::vector<std::string>;

std::string of_operand(const Operand& o, const Meanings& known) {
  if (o.kind == Operand::Kind::reg && !o.negated) return known[o.reg];
  if (o.kind == Operand::Kind::immediate && o.immediate_type == ptx::Type::s64)
    return fmt::format("{}", static_cast<int64_t>(o.bits));
  if (o.kind == Operand::Kind::special)
    for (const auto& [ptx, cuda] : kPlaces)
      if (o.text == ptx) return std::string(cuda);
  return "";
}

// A sum as a factor would need brackets, which nobody wrote: then there is no meaning.
bool is_sum(const std::string& text) { return text.find(" + ") != std::string::npos; }

std::string product(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || is_sum(a) || is_sum(b) ? "" : a + " * " + b;
}
std::string sum(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? "" : a + " + " + b;
}

std::string meaning_of(const ptx::Function& f, const ptx::Instruction& i, const Meanings& known) {
  const auto operand = [&](size_t k) {
    return k < i.operands.size() ? of_operand(i.operands[k], known) : std::string();
  };
  if (i.opcode == "ld" && i.space() == ptx::Space::param && f.is_kernel && i.operands.size() == 2) {
    const Operand& from = i.operands[1];
    const bool is_whole = from.has_symbol && from.offset == 0 &&
                          from.symbol.kind == ptx::SymbolRef::Kind::parameter &&
                          f.parameters[from.symbol.index].bytes == ptx::bytes_of(i.type());
    return is_whole ? fmt::format("#{}", from.symbol.index) : "";
  }
  const ptx::InstructionForm* form = ptx::find_form(i);
  if (form == nullptr) return "";
  switch (form->facts.means) {
    case ValueFormula::none: return "";
    case ValueFormula::same:
      // Of a conversion to a wider type nothing is said.
      return i.opcode == "cvt" && ptx::bytes_of(i.type()) < ptx::bytes_of(i.type(1)) ? ""
                                                                                     : operand(1);
    case ValueFormula::sum: return sum(operand(1), operand(2));
    case ValueFormula::product: return product(operand(1), operand(2));
    case ValueFormula::product_sum: return sum(product(operand(1), operand(2)), operand(3));
    case ValueFormula::shifted:  // a product with a power of two
      return i.operands.size() == 3 && i.operands[2].kind == Operand::Kind::immediate &&
                     i.operands[2].bits < 31
                 ? product(operand(1), fmt::format("{}", 1u << i.operands[2].bits))
                 : "";
  }
  return "";
}

}  // namespace

std::vector<std::string> register_meanings(const ptx::Function& function) {
  std::vector<uint32_t> writes(function.registers.size());
  for (const ptx::Instruction& i : function.body)
    for (const uint32_t r : register_access(i).writes) ++writes[r];
  Meanings known(function.registers.size());
  for (const ptx::Instruction& i : function.body) {
    if (i.guard || i.operands.empty() || i.operands[0].kind != Operand::Kind::reg) continue;
    const uint32_t written = i.operands[0].reg;
    if (written >= writes.size() || writes[written] != 1) continue;
    std::string meaning = meaning_of(function, i, known);
    if (meaning.size() <= kMostCharacters) known[written] = std::move(meaning);
  }
  return known;
}

}  // namespace warplab::sim
