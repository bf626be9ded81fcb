// `entry`, `pointers` and [program]: exercises whose files have host code.
#include <fmt/format.h>

#include <fstream>

#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

// A file of the exercise's folder, by its name alone.
void check_file(const TomlTable& table, std::string_view key, const std::string& name,
                const std::filesystem::path& folder) {
  if (name.find('/') != std::string::npos || name.starts_with('.'))
    table.problem(key, fmt::format("\"{}\" is not a file's name", name));
  else if (!std::ifstream(folder / name))
    table.problem(key, fmt::format("there is no file \"{}\"", (folder / name).string()));
}

void read_program(const TomlTable& root, const std::filesystem::path& folder, HostEntry& host) {
  const std::optional<TomlTable> table = root.table("program");
  host.tolerance = read_tolerance(root);
  if (!table) return;
  if (!host.is_main()) {
    root.problem("program", "belongs to entry = \"main\" only");
    return;
  }
  table->allow_only({"arguments", "input", "files", "writes"});
  host.arguments = table->texts("arguments");
  host.input_file = table->text("input");
  host.files = table->texts("files");
  host.writes = table->texts("writes");
  if (!host.input_file.empty()) check_file(*table, "input", host.input_file, folder);
  for (const std::string& name : host.files) check_file(*table, "files", name, folder);
  for (const std::string& name : host.writes)
    if (name.find('/') != std::string::npos || name.starts_with('.'))
      table->problem("writes", fmt::format("\"{}\" is not a file's name", name));
}

}  // namespace

std::optional<HostEntry> read_host(const TomlTable& root, const std::filesystem::path& folder) {
  if (!root.has("entry")) {
    for (const char* key : {"pointers", "program"})
      if (root.has(key)) root.problem(key, "belongs to exercises with \"entry\" only");
    return std::nullopt;
  }
  HostEntry host;
  host.function = root.required_text("entry", "solve");
  if (!is_identifier(host.function))
    root.problem("entry", fmt::format("\"{}\" is not a function's name", host.function));
  const std::string pointers = root.text("pointers", "device");
  host.host_pointers = pointers == "host";
  if (pointers != "host" && pointers != "device")
    root.problem("pointers", fmt::format("is \"{}\"; expected \"device\" or \"host\"", pointers));
  read_program(root, folder, host);
  return host;
}

}  // namespace warplab::exercise
