// From an instruction to the line of the student's file, through inlining.
// Source: PTX ISA 9.0, section 11.5.3 (.loc, inlined_at).
#include <algorithm>

#include "ptx/module.hpp"
#include "ptx/source_lines.hpp"

namespace warplab::ptx {
namespace {

std::string_view last_component(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Line of the innermost location in the wanted file; nothing when the chain never enters that file.
std::optional<int> line_along_inline_chain(const Module& module, const Function& function,
                                           int location, std::string_view file_name) {
  // A chain visits each location at most once; the bound keeps a hand-made cycle from hanging us.
  for (size_t steps = 0; steps < function.locations.size(); ++steps) {
    if (location < 0 || static_cast<size_t>(location) >= function.locations.size()) break;
    const Location& here = function.locations[static_cast<size_t>(location)];
    const auto file = module.files.find(here.file);
    if (file != module.files.end() && last_component(file->second) == file_name) return here.line;
    location = here.inlined_at;
  }
  return std::nullopt;
}

// The condition of a loop may be loaded behind a barrier, and has no line there: that of the
// comparison, which follows soon.
constexpr size_t kNearComparison = 32;
std::optional<int> line_of_comparison(const Module& module, const Function& function, size_t load,
                                      std::string_view file_name) {
  const Operand& to = function.body[load].operands[0];
  const size_t end = std::min(function.body.size(), load + kNearComparison);
  for (size_t k = load + 1; k < end; ++k) {
    const Instruction& i = function.body[k];
    const bool compares =
        i.opcode == "setp" && std::ranges::any_of(i.operands, [&](const Operand& o) {
          return o.kind == Operand::Kind::reg && to.kind == o.kind && o.reg == to.reg;
        });
    if (!compares) continue;
    const std::optional<int> line =
        line_along_inline_chain(module, function, i.location, file_name);
    if (line && *line != 0) return line;
  }
  return std::nullopt;
}

}  // namespace

void forget_lines_beyond(Module& module, std::string_view file_name, int lines) {
  for (Function& function : module.functions)
    for (Location& location : function.locations) {
      const auto file = module.files.find(location.file);
      if (location.line > lines && file != module.files.end() &&
          last_component(file->second) == last_component(file_name))
        location.line = location.column = 0;
    }
}

std::vector<SourcePlace> source_places(const Module& module, const Function& function,
                                       size_t instruction, std::string_view file_name) {
  file_name = last_component(file_name);
  std::vector<SourcePlace> places;
  int location = function.body[instruction].location;
  for (size_t steps = 0; steps < function.locations.size(); ++steps) {
    if (location < 0 || static_cast<size_t>(location) >= function.locations.size()) break;
    const Location& here = function.locations[static_cast<size_t>(location)];
    const auto file = module.files.find(here.file);
    if (here.line > 0 && file != module.files.end() && last_component(file->second) == file_name)
      places.push_back({here.line, here.column});
    location = here.inlined_at;
  }
  return places;
}

int source_line(const Module& module, const Function& function, size_t instruction,
                std::string_view file_name) {
  file_name = last_component(file_name);
  if (instruction >= function.body.size()) return 0;
  for (size_t i = instruction + 1; i-- > 0;) {
    const int location = function.body[i].location;
    if (i < instruction && location == function.body[i + 1].location)
      continue;  // no line there either
    const std::optional<int> line = line_along_inline_chain(module, function, location, file_name);
    if (!line) return 0;
    if (*line == 0) continue;
    if (function.body[i].opcode == "bar" && function.body[instruction].opcode == "ld")
      return line_of_comparison(module, function, instruction, file_name).value_or(*line);
    return *line;
  }
  return 0;
}

}  // namespace warplab::ptx
