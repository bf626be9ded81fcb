#pragma once
// The control statements of a source, for the module that was made of it.
#include <algorithm>
#include <string_view>
#include <vector>

#include "compile/control_statements.hpp"
#include "ptx/module.hpp"

namespace warplab::worker {

// With lines and columns, as PTX has them.
inline std::vector<ptx::ControlStatement> statements_of(std::string_view source) {
  std::vector<size_t> lines{0};
  for (size_t k = 0; k < source.size(); ++k)
    if (source[k] == '\n') lines.push_back(k + 1);
  const auto place = [&](size_t offset) {
    const auto line = std::ranges::upper_bound(lines, offset) - lines.begin();
    return ptx::SourcePlace{static_cast<int>(line),
                            static_cast<int>(offset - lines[static_cast<size_t>(line) - 1]) + 1};
  };
  std::vector<ptx::ControlStatement> statements;
  for (const compile::ControlStatement& s : compile::control_statements(source))
    statements.push_back(
        {place(s.begin), place(s.end), place(s.head_begin), place(s.head_end), s.returns, s.jumps});
  return statements;
}

}  // namespace warplab::worker
