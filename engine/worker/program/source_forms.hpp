#pragma once
// What a module is told of the forms of its source: control statements, and bodies of functions.
#include <algorithm>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"
#include "source/statements.hpp"

namespace warplab::worker {

// With lines and columns, as PTX has them.
inline void add_source_forms(ptx::Module& module, std::string_view source) {
  std::vector<size_t> lines{0};
  for (size_t k = 0; k < source.size(); ++k)
    if (source[k] == '\n') lines.push_back(k + 1);
  const auto place = [&](size_t offset) {
    const auto line = std::ranges::upper_bound(lines, offset) - lines.begin();
    return ptx::SourcePlace{static_cast<int>(line),
                            static_cast<int>(offset - lines[static_cast<size_t>(line) - 1]) + 1};
  };
  module.statements.clear();
  for (const source::ControlStatement& s : source::control_statements(source))
    module.statements.push_back({place(s.begin), place(s.end), place(s.head_begin),
                                 place(s.head_end), s.is_loop, s.returns, s.jumps});
  module.bodies.clear();
  for (const source::FunctionBody& b : source::function_bodies(source)) {
    ptx::FunctionBody& body = module.bodies.emplace_back();
    body.begin = place(b.begin);
    body.end = place(b.end);
    for (const size_t r : b.returns) body.returns.push_back(place(r));
    body.may_exit = b.may_exit;
    body.has_goto = b.has_goto;
  }
}

}  // namespace warplab::worker
