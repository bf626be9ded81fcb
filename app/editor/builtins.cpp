#include "editor/builtins.hpp"

#include <algorithm>
#include <utility>

#include "base/lines.hpp"

namespace warplab::app {

const Builtin* Builtins::find(std::string_view name) const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Builtin& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

Result<Builtins> load_builtins(std::string_view text) {
  Builtins table;
  Builtin row;
  const auto end_entry = [&]() -> Result<bool> {
    if (row.name.empty()) return true;
    if (row.form.empty() || row.text.empty())
      return Error{"The built-in \"" + row.name + "\" lacks how it is written, or its sentence."};
    if (table.find(row.name)) return Error{"The built-in \"" + row.name + "\" comes twice."};
    table.rows.push_back(std::exchange(row, {}));
    return true;
  };
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    constexpr std::string_view kCost = "cost: ", kSee = "see: ";
    if (line.empty()) {
      if (const auto ended = end_entry(); !ended) return Error{ended.error()};
    } else if (line.starts_with('#')) {
      continue;
    } else if (line.starts_with(kCost)) {
      row.cost = line.substr(kCost.size());
    } else if (line.starts_with(kSee)) {
      row.see = line.substr(kSee.size());
    } else if (row.name.empty()) {
      row.name = line;
    } else if (row.form.empty()) {
      row.form = line;
    } else if (row.text.empty()) {
      row.text = line;
    } else {
      return Error{"The built-in \"" + row.name + "\" has a line too many: " + std::string(line)};
    }
  }
  if (const auto ended = end_entry(); !ended) return Error{ended.error()};
  return table;
}

}  // namespace warplab::app
