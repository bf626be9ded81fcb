#include "course/hidden_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/file_text.hpp"
#include "course/course_file.hpp"
#include "exercise/hidden_checks.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::course {
namespace {

using exercise::TomlTable;

constexpr std::string_view kShowNames[] = {"never", "after_date", "always"};

void read_show(const TomlTable& table, HiddenFile& hidden) {
  const std::string show = table.text("show", kShowNames[0]);
  const auto* const found = std::ranges::find(kShowNames, show);
  if (found == std::end(kShowNames)) {
    table.problem("show",
                  fmt::format("is \"{}\"; expected \"never\", \"after_date\" or \"always\"", show));
    return;
  }
  hidden.show = static_cast<ShowHidden>(found - std::begin(kShowNames));
  hidden.date = time_of(table, "date");
  if (hidden.show == ShowHidden::after_date && !table.has("date"))
    table.problem("date", "is missing; expected a time such as 2026-11-30T23:59:00Z");
}

void read_checks(const TomlTable& table, const std::vector<exercise::Entry>& all,
                 const std::filesystem::path& folder, HiddenFile& hidden) {
  const std::string name = table.required_text("name", "column-sums");
  if (name.empty()) return;
  const exercise::Exercise* meant = nullptr;
  std::vector<std::string_view> names;
  for (const exercise::Entry& entry : all) {
    if (!entry.exercise) continue;
    names.push_back(entry.exercise->slug);
    if (entry.exercise->slug == name || entry.folder.filename() == name) meant = &*entry.exercise;
  }
  if (!meant)
    table.problem("name", fmt::format("there is no exercise \"{}\"{}", name,
                                      exercise::did_you_mean(name, names)));
  else if (hidden.checks.contains(meant->slug))
    table.problem("name", fmt::format("\"{}\" is here twice", name));
  else hidden.checks.emplace(meant->slug, exercise::with_hidden_checks(table, *meant, folder));
}

}  // namespace

const exercise::Exercise* HiddenFile::find(const std::string& slug) const {
  const auto found = checks.find(slug);
  return found == checks.end() ? nullptr : &found->second;
}

ShowHidden HiddenFile::show_at(int64_t now) const {
  return show == ShowHidden::after_date && date && now >= *date ? ShowHidden::always : show;
}

Result<HiddenFile> load_hidden(const std::filesystem::path& file,
                               const std::vector<exercise::Entry>& all) {
  const Result<std::string> text = named_text(file);
  if (!text)
    return Error{
        fmt::format("The hidden checks {} cannot be read: {}.", file.string(), text.error())};
  const std::string name = file.filename().string();
  const Result<toml::table> parsed = exercise::parse_toml(*text, name);
  if (!parsed) return Error{parsed.error()};
  exercise::Problems problems(name);
  const TomlTable table(*parsed, "", problems);
  table.allow_only({"show", "date", "exercise"});
  HiddenFile hidden;
  read_show(table, hidden);
  for (const TomlTable& entry : table.tables("exercise"))
    read_checks(entry, all, file.parent_path(), hidden);
  if (!table.has("exercise") && !problems.any())
    table.problem("exercise", "is missing; expected an [[exercise]] with checks of one");
  if (problems.any()) return problems.first();
  return hidden;
}

}  // namespace warplab::course
