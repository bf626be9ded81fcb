#include "exercise/profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/file_text.hpp"
#include "exercise/built_in_profiles.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOfBuffer = "$buffer";

// Only the form; what the gates say is checked where an exercise keeps the profile.
std::optional<Error> wrong_form(const toml::table& document, const std::string& file) {
  Problems problems(file);
  const TomlTable root(document, "", problems);
  root.allow_only({"profile", "fill"});
  for (const TomlTable& profile : root.tables("profile")) {
    profile.allow_only({"name", "says", "with", "gate"});
    profile.required_text("name", "work is shared");
    profile.required_text("says", "Every block does its share of the work.");
    profile.table("with");
    if (profile.tables("gate").empty())
      profile.problem("gate", "is missing; expected at least one [[profile.gate]]");
    for (const TomlTable& gate : profile.tables("gate")) gate.required_text("name", "few passes");
  }
  for (const TomlTable& fill : root.tables("fill")) {
    fill.allow_only({"name", "type", "dimensions", "fill", "first_fills"});
    fill.required_text("name", "signed");
    if (!fill.has("fill")) fill.problem("fill", "is missing; expected what the buffer holds");
  }
  if (problems.any()) return problems.first();
  return std::nullopt;
}

std::string_view string_in(const toml::table& table, std::string_view key) {
  const toml::node* const node = table.get(key);
  return node && node->is_string() ? std::string_view(node->as_string()->get())
                                   : std::string_view{};
}

// All tables [[key]] of the files, in their order.
std::vector<const toml::table*> tables_of(const std::vector<toml::table>& files,
                                          std::string_view key) {
  std::vector<const toml::table*> tables;
  for (const toml::table& file : files)
    if (const toml::node* const list = file.get(key))
      for (const toml::node& one : *list->as_array()) tables.push_back(one.as_table());
  return tables;
}

std::vector<std::string_view> distinct_names(const std::vector<const toml::table*>& tables) {
  std::vector<std::string_view> names;
  for (const toml::table* table : tables)
    if (std::ranges::find(names, string_in(*table, "name")) == names.end())
      names.push_back(string_in(*table, "name"));
  return names;
}

}  // namespace

Result<Profiles> Profiles::for_exercise(const fs::path& folder) {
  Profiles profiles;
  const auto add = [&](std::string_view text, const std::string& file) -> std::optional<Error> {
    Result<toml::table> parsed = parse_toml(text, file);
    if (!parsed) return Error{parsed.error()};
    if (auto wrong = wrong_form(*parsed, file)) return wrong;
    profiles.files_.push_back(std::move(*parsed));
    return std::nullopt;
  };
  const fs::path named = folder.has_filename() ? folder : folder.parent_path();
  for (const fs::path& place : {named, named.parent_path() / "common"}) {
    const fs::path file = place / kProfilesFile;
    if (const std::optional<std::string> text = file_text(file))
      if (const auto wrong = add(*text, file.string())) return *wrong;
  }
  for (const BuiltInProfiles& file : built_in_profiles())
    if (const auto wrong = add(file.text, std::string(file.name))) return *wrong;
  return profiles;
}

std::optional<Profile> Profiles::profile(std::string_view name) const {
  for (const toml::table* table : tables_of(files_, "profile")) {
    const std::string_view own = string_in(*table, "name");
    if (own == name) return Profile{table, std::string(name), ""};
    if (!own.ends_with(kOfBuffer)) continue;
    const std::string_view front = own.substr(0, own.size() - kOfBuffer.size());
    if (name.starts_with(front) && name.size() > front.size())
      return Profile{table, std::string(name), std::string(name.substr(front.size()))};
  }
  return std::nullopt;
}

const toml::table* Profiles::fill(std::string_view name, data::ElementType type,
                                  size_t dimensions) const {
  // One for this type comes before one for all of them.
  const toml::table* for_all = nullptr;
  for (const toml::table* table : tables_of(files_, "fill")) {
    const std::string_view of_type = string_in(*table, "type");
    const toml::node* const of_dimensions = table->get("dimensions");
    const bool fits = !of_dimensions || of_dimensions->value<int64_t>().value_or(0) ==
                                            static_cast<int64_t>(dimensions);
    if (string_in(*table, "name") != name || !fits) continue;
    if (of_type == data::name_of(type)) return table;
    if (of_type.empty() && !for_all) for_all = table;
  }
  return for_all;
}

std::vector<std::string_view> Profiles::names() const {
  return distinct_names(tables_of(files_, "profile"));
}

std::vector<std::string_view> Profiles::fill_names() const {
  return distinct_names(tables_of(files_, "fill"));
}

}  // namespace warplab::exercise
