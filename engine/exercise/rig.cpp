#include "exercise/rig.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

void check_parameters_are_no_sizes(const TomlTable& root, const Values& parameters,
                                   const Exercise& rig) {
  for (const auto& [name, value] : parameters)
    if (rig.sizes.front().values.contains(name))
      root.problem("parameter",
                   fmt::format("\"{}\" is the name of a size, too; expected another one", name));
}

}  // namespace

void read_rig(const TomlTable& root, const Values& parameters, Exercise& rig) {
  const std::string file = root.required_text("file", "stride.cu");
  if (!file.empty()) rig.student_file = read_file_name(root, "file", file, ".cu", rig.folder);
  rig.statement_file =
      read_file_name(root, "statement", root.text("statement", "statement.md"), ".md", rig.folder);
  rig.sizes = read_counted_sizes(root);
  rig.variants = {{"default", parameters}};
  rig.check_seeds = {1};
  if (root.problems().any()) return;
  check_parameters_are_no_sizes(root, parameters, rig);
  rig.derived_sizes = read_derived_sizes(root, rig.sizes.front());
  if (root.problems().any()) return;
  const Scope scope = size_names(rig);
  rig.buffers = read_buffers(root, rig.folder, scope, scope);
  if (root.problems().any()) return;
  rig.launches = read_launches(root, rig, scope, LaunchKeys::with_when);
  if (root.problems().any()) return;
  rig.views = read_views(root, rig);
}

data::Tolerance tolerance_of(const TomlTable& table, const data::Tolerance& otherwise) {
  if (const std::optional<TomlTable> own = table.table("tolerance"))
    for (const char* key : {"absolute", "relative"})
      if (own->has(key) && own->node(key)->is_string()) own->problem(key, "expected a number");
  return read_tolerance(table, otherwise);
}

}  // namespace warplab::exercise
