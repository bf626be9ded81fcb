#include "ptx/addressed_parameters.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace warplab::ptx {
namespace {

// A function may be passed 64 KiB (docs/SIMULATOR.md, "Calls").
constexpr uint64_t kLargestParameters = uint64_t{64} << 10;
// Instructions in all functions together: 64 structs of 4 KiB, word by word. No kernel of a course
// has more, and inline assembly cannot use up memory by it.
constexpr size_t kMostCopies = size_t{1} << 17;

bool is_parameter(const Operand& o, uint32_t parameter) {
  return o.has_symbol && o.symbol.kind == SymbolRef::Kind::parameter && o.symbol.index == parameter;
}

bool takes_address(const Instruction& i, uint32_t parameter) {
  return i.opcode == "mov" && i.operands.size() == 2 &&
         i.operands[1].kind == Operand::Kind::symbol && is_parameter(i.operands[1], parameter);
}

constexpr std::array kUnits = {Type::b64, Type::b32, Type::b16, Type::b8};

// The widest type in which the variable can be copied from `offset` on.
Type unit_at(const Variable& v, uint64_t offset) {
  return *std::ranges::find_if(kUnits, [&](Type t) {
    const unsigned bytes = bytes_of(t);
    return bytes == 1 ||
           (v.alignment % bytes == 0 && offset % bytes == 0 && offset + bytes <= v.bytes);
  });
}

class Copies {
 public:
  Copies(Function& function, size_t& left) : function_(function), left_(left) {}

  // False: it is too large.
  bool add(uint32_t parameter) {
    const Variable& from = function_.parameters[parameter];
    if (from.bytes > kLargestParameters) return false;
    std::vector<Instruction> copies;
    Variable to = from;
    to.space = Space::local;
    const auto variable = static_cast<uint32_t>(function_.variables.size());
    for (uint64_t offset = 0; offset < from.bytes;) {
      if (left_ < 2) return false;
      left_ -= 2;
      const Type unit = unit_at(from, offset);
      copies.push_back(
          access("ld", "param", unit, {SymbolRef::Kind::parameter, parameter}, offset));
      copies.push_back(
          access("st", "local", unit, {SymbolRef::Kind::function_variable, variable}, offset));
      std::ranges::reverse(copies.back().operands);  // the address comes first
      offset += bytes_of(unit);
    }
    function_.variables.push_back(std::move(to));
    for (Instruction& i : function_.body) use_copy(i, parameter, variable);
    std::ranges::move(copies, std::back_inserter(copies_));
    return true;
  }

  // Puts the copies in front of the function.
  void finish() {
    const auto count = static_cast<uint32_t>(copies_.size());
    for (Instruction& i : function_.body)
      for (Operand& o : i.operands) {
        if (o.kind == Operand::Kind::label) o.target += count;
        for (Operand& e : o.elements)
          if (e.kind == Operand::Kind::label) e.target += count;
      }
    function_.body.insert(function_.body.begin(), std::make_move_iterator(copies_.begin()),
                          std::make_move_iterator(copies_.end()));
  }

 private:
  uint32_t register_of(Type type) {
    uint32_t& known = registers_[bytes_of(type)];
    if (known == 0) {
      function_.registers.push_back(
          {fmt::format("warplab_copied_{}", name_of(type)), type == Type::b8 ? Type::b16 : type});
      known = static_cast<uint32_t>(function_.registers.size());
    }
    return known - 1;
  }

  // ld: the register, then the address.
  Instruction access(const char* opcode, const char* space, Type type, SymbolRef symbol,
                     uint64_t offset) {
    Instruction i;
    i.opcode = opcode;
    i.modifiers = {space, std::string(name_of(type))};
    if (!function_.body.empty()) i.location = function_.body.front().location;
    i.ptx_line = function_.ptx_line;
    i.operands.resize(2);
    i.operands[0].kind = Operand::Kind::reg;
    i.operands[0].reg = register_of(type);
    i.operands[1].kind = Operand::Kind::address;
    i.operands[1].has_symbol = true;
    i.operands[1].symbol = symbol;
    i.operands[1].offset = static_cast<int64_t>(offset);
    return i;
  }

  static void use_copy(Instruction& i, uint32_t parameter, uint32_t variable) {
    const bool loads = i.opcode == "ld" && i.space() == Space::param;
    if (!loads && !takes_address(i, parameter)) return;
    for (Operand& o : i.operands) {
      if (!is_parameter(o, parameter)) continue;
      o.symbol = {SymbolRef::Kind::function_variable, variable};
      if (!loads) continue;
      for (std::string& modifier : i.modifiers)
        if (modifier.starts_with("param")) modifier = "local";  // param::func, too
    }
  }

  Function& function_;
  size_t& left_;
  std::vector<Instruction> copies_;
  std::array<uint32_t, 9> registers_{};  // by bytes: number + 1; 0: none yet
};

}  // namespace

void copy_addressed_parameters(Module& module) {
  size_t left = kMostCopies;
  for (Function& f : module.functions) {
    if (f.is_kernel || !f.has_body) continue;
    Copies copies(f, left);
    for (uint32_t p = 0; p < f.parameters.size(); ++p)
      if (std::ranges::any_of(f.body, [&](const Instruction& i) { return takes_address(i, p); }))
        if (!copies.add(p)) break;
    copies.finish();
  }
}

}  // namespace warplab::ptx
