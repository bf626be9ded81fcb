#include "ptx/places_asked.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ptx/called_functions.hpp"

namespace warplab::ptx {
namespace {

constexpr uint32_t kAll = 7;
constexpr PlacesAsked kEverything{kAll, kAll};

// Of ".w", which is always 0, all: nobody asks for it.
uint32_t directions(std::string_view component) {
  if (component == ".x") return 1;
  if (component == ".y") return 2;
  if (component == ".z") return 4;
  return kAll;
}

void add(PlacesAsked& to, const PlacesAsked& more) {
  to.thread |= more.thread;
  to.block |= more.block;
}

PlacesAsked asked_by(const Operand& o) {
  PlacesAsked asked;
  if (o.kind == Operand::Kind::special) {
    const std::string_view text = o.text;
    const std::string_view name = text.substr(0, text.find('.'));
    const std::string_view component = text.substr(name.size());
    if (name == "%tid") asked.thread = directions(component);
    else if (name == "%ctaid") asked.block = directions(component);
    // %ntid, %nctaid, %envreg and the like are the same for all.
    else if (!name.starts_with("%n") && !name.starts_with("%envreg")) asked = kEverything;
  }
  for (const Operand& element : o.elements) add(asked, asked_by(element));
  return asked;
}

// Does it tell threads apart without a special register?
bool tells_apart(const Instruction& i, const Module& module) {
  constexpr auto kByLane = std::to_array<std::string_view>({"elect", "match", "shfl"});
  if (i.opcode == "atom" || std::ranges::find(kByLane, i.opcode) != kByLane.end()) return true;
  if (i.opcode != "call") return false;
  const Operand& callee = i.operands[1];
  return callee.has_symbol && callee.symbol.kind == SymbolRef::Kind::function &&
         module.functions[callee.symbol.index].name == "malloc";
}

// A lane has its own part of a fragment, and does not ask which lane it is.
bool is_of_fragments(const Instruction& i) {
  constexpr auto kMatrices =
      std::to_array<std::string_view>({"ldmatrix", "mma", "movmatrix", "stmatrix", "wmma"});
  return std::ranges::find(kMatrices, i.opcode) != kMatrices.end();
}

PlacesAsked asked_by(const Function& f, const Module& module) {
  PlacesAsked asked;
  for (const Instruction& i : f.body) {
    if (tells_apart(i, module)) return kEverything;
    if (is_of_fragments(i)) asked.thread = kAll;
    for (const Operand& o : i.operands) add(asked, asked_by(o));
  }
  return asked;
}

}  // namespace

PlacesAsked places_asked(const Module& module, const Function& kernel) {
  PlacesAsked asked;
  for_each_function_of(module, kernel, [&](const Function& f) { add(asked, asked_by(f, module)); });
  return asked;
}

}  // namespace warplab::ptx
