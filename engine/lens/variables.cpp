#include "lens/variables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/noted_register.hpp"

namespace warplab::lens {
namespace {

// By the kind in the register's name: headers/warplab_variables.h has the same list.
constexpr auto kTypes =
    std::to_array<std::string_view>({"", "bool", "s32", "u32", "f32", "f64", "s64", "u64"});

// "7_2" of warplab_value_7_2.
struct Numbers {
  size_t variable = 0, kind = 0;
};
std::optional<Numbers> numbers_in(std::string_view text) {
  Numbers found;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, found.variable);
  if (first.ec != std::errc()) return std::nullopt;
  if (first.ptr == end) return found;
  const auto second = std::from_chars(first.ptr + 1, end, found.kind);
  const bool is_whole = *first.ptr == '_' && second.ec == std::errc() && second.ptr == end;
  return is_whole ? std::optional(found) : std::nullopt;
}

struct Registers {
  std::vector<std::pair<uint32_t, size_t>> values;  // and their kinds
  std::optional<uint32_t> has_value;
};

}  // namespace

std::vector<Variable> variables_of(const data::StepWalk& walk,
                                   const std::vector<compile::NotedVariable>& noted) {
  std::vector<Variable> variables;
  for (uint32_t f = 0; f < walk.functions.size(); ++f) {
    std::map<size_t, Registers> found;
    const std::vector<data::StepRegister>& registers = walk.functions[f].registers;
    for (uint32_t r = 0; r < registers.size(); ++r) {
      const std::string_view name = registers[r].name;
      const bool is_value = name.starts_with(kNotedValue);
      if (!is_value && !name.starts_with(kNotedSet)) continue;
      const auto numbers = numbers_in(name.substr((is_value ? kNotedValue : kNotedSet).size()));
      if (!numbers) continue;
      if (is_value) found[numbers->variable].values.emplace_back(r, numbers->kind);
      else found[numbers->variable].has_value = r;
    }
    for (const auto& [number, of] : found) {
      // Of two types in one function, as templates have them, it is not known which was last.
      if (number >= noted.size() || noted[number].name.empty() || of.values.size() != 1 ||
          !of.has_value || of.values[0].second == 0 || of.values[0].second >= kTypes.size())
        continue;
      const compile::NotedVariable& v = noted[number];
      variables.push_back({v.name, std::string(kTypes[of.values[0].second]), f, of.values[0].first,
                           *of.has_value, v.first_line, v.last_line});
    }
  }
  return variables;
}

std::vector<VariableInSight> variables_in_sight(const std::vector<Variable>& variables,
                                                const data::StepWalk& walk,
                                                const data::StepState& state) {
  std::vector<VariableInSight> found;
  if (state.stack.empty()) return found;
  const data::StepInstruction& here = walk.instructions[state.stack[0]];
  const std::vector<data::StepRegister>& registers = walk.functions[here.function].registers;
  std::vector<size_t> begins{0};
  for (const data::StepRegister& r : registers) begins.push_back(begins.back() + 32 * r.bytes);
  for (const Variable& v : variables) {
    if (v.function != here.function || here.line < v.first_line || here.line > v.last_line)
      continue;
    VariableInSight in_sight{&v, 0, state.changed[v.value], begins[v.value],
                             registers[v.value].bytes};
    const uint32_t width = registers[v.has_value].bytes;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (state.values[begins[v.has_value] + lane * width] != 0) in_sight.lanes |= 1u << lane;
    // A later one of the same name is an inner one.
    const auto outer = std::ranges::find_if(
        found, [&](const VariableInSight& other) { return other.variable->name == v.name; });
    if (outer == found.end()) found.push_back(in_sight);
    else if (outer->variable->first_line <= v.first_line) *outer = in_sight;
  }
  return found;
}

}  // namespace warplab::lens
