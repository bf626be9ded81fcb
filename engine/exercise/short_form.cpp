#include "exercise/short_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/file_text.hpp"
#include "exercise/fill_kinds.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_text.hpp"

namespace warplab::exercise {
namespace {

constexpr const char* kHintsFile = "hints.md";

// A paragraph is a hint; headings and the numbers of a list are for whoever reads the file.
std::vector<std::string> hints_in(const std::string& text) {
  std::vector<std::string> hints;
  std::string hint;
  size_t begin = 0;
  const auto end_hint = [&] {
    if (!hint.empty()) hints.push_back(std::exchange(hint, ""));
  };
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    line.erase(0, std::min(line.find_first_not_of(" \t\r"), line.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
      line.pop_back();
    if (line.empty() || line.starts_with('#')) {
      end_hint();
      continue;
    }
    const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits > 0 && line.substr(digits, 2) == ". ") {
      end_hint();
      line.erase(0, digits + 2);
    }
    hint += (hint.empty() ? "" : " ") + line;
  }
  end_hint();
  return hints;
}

void put_hints(const ShortForm& form) {
  const std::filesystem::path file = form.exercise.folder / kHintsFile;
  const std::optional<std::string> text = file_text(file);
  if (!text) return;
  if (form.root.has("hints")) {
    form.root.problem("hints", fmt::format("stand in {}, too; expected one of them", kHintsFile));
    return;
  }
  std::string list;
  for (const std::string& hint : hints_in(*text))
    list += (list.empty() ? "[" : ", ") + quoted_toml(hint);
  if (!list.empty()) put_toml(form.document, "hints", 1, list + "]");
}

// "racy-atomic" has racy_atomic.cu, unless the file says otherwise.
void put_file_names(const ShortForm& form) {
  if (!form.root.has("file")) {
    std::string file = form.exercise.slug + ".cu";
    std::ranges::replace(file, '-', '_');
    std::error_code ignored;
    if (std::filesystem::exists(form.exercise.folder / file, ignored))
      put_toml(form.document, "file", 1, quoted_toml(file));
  }
  const auto is_there = [&](const char* key) { return form.root.has(key); };
  if (!form.root.has("module") &&
      std::ranges::any_of(std::array{"entry", "kernel", "tile", "buffers", "keeps"}, is_there))
    put_toml(form.document, "module", 1, "\"Exercises\"");
}

// The fill of profiles.toml with the buffer's own extents for $rows and $columns.
std::string fill_text(const toml::node& fill, const toml::array& shape) {
  std::string text = inline_toml(fill);
  const auto put = [&](std::string_view word, const toml::node& extent) {
    // As it may stand inside of a string.
    const std::string quoted =
        quoted_toml(extent.value_exact<std::string>().value_or(inline_toml(extent)));
    const std::string inner = "(" + quoted.substr(1, quoted.size() - 2) + ")";
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += inner.size())
      text.replace(at, word.size(), inner);
  };
  put("$rows", shape.front());
  put("$columns", shape.back());
  return text;
}

// A fill by the name that profiles.toml gives it, and the first inputs that go with it.
void put_named_fill(const ShortForm& form, const TomlTable& read, toml::table& buffer) {
  const toml::node* const node = read.node("fill");
  if (!node || !node->is_string()) return;
  const std::string name = read.text("fill");
  if (fill_kind(name)) return;
  const auto type = data::element_type_named(read.text("type"));
  const toml::array* const shape = buffer["shape"].as_array();
  if (!type || !shape || shape->empty()) return;  // which is told where the buffer is read
  const size_t line = read.line_of("fill");
  const toml::table* const named = form.profiles.fill(name, *type, shape->size());
  if (!named) {
    std::vector<std::string_view> known = form.profiles.fill_names();
    const bool is_other = std::ranges::find(known, name) != known.end();
    for (const FillKind& row : fill_kinds()) known.push_back(row.name);
    read.problem("fill", is_other ? fmt::format("\"{}\" is not for {} dimensions of {}", name,
                                                shape->size(), data::name_of(*type))
                                  : fmt::format("\"{}\" is no fill; there are {}{}", name,
                                                quoted_list(known), did_you_mean(name, known)));
    return;
  }
  const bool has_first = buffer.contains("first_fills");
  put_toml(buffer, "fill", line, fill_text(*named->get("fill"), *shape));
  if (const toml::node* const first = named->get("first_fills"); first && !has_first)
    put_toml(buffer, "first_fills", line, fill_text(*first, *shape));
}

// `show` of a buffer is its [[view]].
void put_view(const ShortForm& form, const std::string& name, size_t line, const toml::node& show) {
  std::string view = fmt::format("{{ buffer = {}", quoted_toml(name));
  if (const toml::table* const table = show.as_table()) {
    for (const auto& [key, value] : *table)
      view += fmt::format(", {} = {}", quoted_toml(key.str()), inline_toml(value));
  } else {
    view += fmt::format(", title = {}", inline_toml(show));
  }
  if (!form.document.contains("view")) form.document.insert("view", toml::array{});
  if (toml::array* const views = form.document["view"].as_array())
    insert_toml(*views, views->size(), line, view + " }");
}

// [buffers]: each by its name. One with a fill is an input, one without is an output.
void spell_out_buffers(const ShortForm& form) {
  const std::optional<TomlTable> buffers = form.root.table("buffers");
  if (!buffers) return;
  if (form.root.has("buffer"))
    form.root.problem("buffers", "stands beside [[buffer]]; expected one of them");
  toml::array list;
  for (const std::string& name : buffers->keys()) {
    const std::optional<TomlTable> read = buffers->table(name);
    if (!read) continue;
    const size_t line = std::max<size_t>(1, buffers->line_of(name));
    toml::table buffer = *form.document["buffers"][name].as_table();
    put_toml(buffer, "name", line, quoted_toml(name));
    if (!buffer.contains("role"))
      put_toml(buffer, "role", line, buffer.contains("fill") ? "\"input\"" : "\"output\"");
    put_named_fill(form, *read, buffer);
    buffer.erase("show");
    // Written anew, so that all of it stands on the buffer's line.
    insert_toml(list, list.size(), line, inline_toml(buffer));
  }
  // What a student writes is shown first.
  for (const bool of_answers : {true, false})
    for (const std::string& name : buffers->keys()) {
      const toml::node* const show =
          buffers->node(name)->is_table() ? buffers->node(name)->as_table()->get("show") : nullptr;
      const auto role = form.document["buffers"][name]["role"].value<std::string>();
      const bool is_answer =
          role ? *role == "output" || *role == "inout" : !form.document["buffers"][name]["fill"];
      if (show && is_answer == of_answers)
        put_view(form, name, std::max<size_t>(1, buffers->line_of(name)), *show);
    }
  form.document.insert_or_assign("buffer", std::move(list));
  form.document.erase("buffers");
}

}  // namespace

void spell_out(const ShortForm& form) {
  put_hints(form);
  put_file_names(form);
  for (const auto step :
       {spell_out_sizes, spell_out_buffers, spell_out_launches, spell_out_points, spell_out_keeps})
    if (!form.root.problems().any()) step(form);
  form.document.erase("tile");
}

}  // namespace warplab::exercise
