// `kernel`, `tile` and `block` of the short form, and arguments: what a launch does not say follows
// from the starter's own declaration of the kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/file_text.hpp"
#include "exercise/short_form.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_text.hpp"
#include "source/parameters.hpp"

namespace warplab::exercise {
namespace {

// What arguments may name.
struct Names {
  std::set<std::string, std::less<>> buffers, numbers;
};

Names names_in(const toml::table& document) {
  Names names;
  if (const toml::array* const buffers = document["buffer"].as_array())
    for (const toml::node& buffer : *buffers)
      if (const toml::table* const table = buffer.as_table())
        names.buffers.insert((*table)["name"].value_or(std::string()));
  if (const toml::table* const graded = document["sizes"]["graded"].as_table())
    for (const auto& [key, value] : *graded) names.numbers.emplace(key.str());
  if (const toml::table* const flags = document["variant"][0]["flags"].as_table())
    for (const auto& [key, value] : *flags) names.numbers.emplace(key.str());
  if (const toml::table* const derived = document["sizes"]["derived"].as_table())
    for (const auto& [key, value] : *derived) names.numbers.emplace(key.str());
  names.numbers.erase("label");
  return names;
}

// The block and the grid that a tile is worked on by, as TOML. The last size is x.
std::string block_of(const Tile& tile) {
  std::string block;
  for (size_t i = tile.order.size(); i-- > 0;)
    block += fmt::format("{}{}", block.empty() ? "[" : ", ", tile.sides.at(tile.order[i]));
  return block + "]";
}
std::string grid_of(const Tile& tile) {
  std::string grid;
  for (size_t i = tile.order.size(); i-- > 0;) {
    const std::string& name = tile.order[i];
    grid += grid.empty() ? "[" : ", ";
    grid += quoted_toml(fmt::format("ceil_div({}, {})", name, tile.sides.at(name)));
  }
  return grid + "]";
}

class Arguments {
 public:
  Arguments(const ShortForm& form, bool is_short)
      : form_(form),
        is_short_(is_short),
        names_(names_in(form.document)),
        file_(form.document["file"].value_or(std::string())),
        starter_(file_text(form.exercise.folder / file_).value_or("")) {}

  // Puts the list that the launch leaves out, or the types of the numbers in it.
  void spell_out(toml::table& launch, size_t line) const {
    const std::string kernel = launch["kernel"].value_or(std::string());
    const auto parameters = source::parameters_of(starter_, kernel);
    if (toml::array* const list = launch["arguments"].as_array()) {
      add_types(*list, parameters, line);
    } else if (!launch.contains("arguments") && !kernel.empty()) {
      // A kernel without parameters has no arguments, in the long form.
      if (parameters.empty() && !is_short_) return;
      const std::string found = from_signature(kernel, parameters, line);
      if (!found.empty()) put_toml(launch, "arguments", line, found);
    }
  }

 private:
  // "rows", where that is a size, and no buffer, is a number of the parameter's type.
  void add_types(toml::array& list, const std::vector<source::DeclaredParameter>& parameters,
                 size_t line) const {
    for (size_t i = 0; i < list.size(); ++i) {
      const auto name = list.get(i)->value_exact<std::string>();
      if (!name || names_.buffers.contains(*name) || !names_.numbers.contains(*name)) continue;
      if (i >= parameters.size() || parameters[i].is_pointer || !parameters[i].element) continue;
      const std::string number =
          fmt::format("{{ {} = {} }}", data::name_of(*parameters[i].element), quoted_toml(*name));
      const size_t at = list.get(i)->source().begin.line;
      list.erase(list.cbegin() + static_cast<std::ptrdiff_t>(i));
      insert_toml(list, i, at > 0 ? at : line, number);
    }
  }

  std::string from_signature(const std::string& kernel,
                             const std::vector<source::DeclaredParameter>& parameters,
                             size_t line) const {
    if (parameters.empty()) {
      form_.root.problems().add(
          line, "arguments",
          fmt::format("is missing, and {} declares no kernel {}() with parameters; expected "
                      "\"arguments\", or the kernel in the starter",
                      file_, kernel));
      return {};
    }
    std::string list;
    for (const source::DeclaredParameter& parameter : parameters) {
      const bool fits = parameter.is_pointer ? names_.buffers.contains(parameter.name)
                                             : names_.numbers.contains(parameter.name);
      if (!fits || (!parameter.is_pointer && !parameter.element)) {
        if (!is_short_) return {};
        form_.root.problems().add(
            line, "arguments",
            fmt::format("is missing, and the parameter \"{}\" of {}() in {} is no {}",
                        parameter.name, kernel, file_, what_it_is_not(parameter)));
        return {};
      }
      list += list.empty() ? "[" : ", ";
      list += parameter.is_pointer ? quoted_toml(parameter.name)
                                   : fmt::format("{{ {} = {} }}", data::name_of(*parameter.element),
                                                 quoted_toml(parameter.name));
    }
    return list + "]";
  }

  std::string what_it_is_not(const source::DeclaredParameter& parameter) const {
    const auto& names = parameter.is_pointer ? names_.buffers : names_.numbers;
    const std::vector<std::string_view> known(names.begin(), names.end());
    // One letter is near to every other one.
    const std::string hint =
        parameter.name.size() > 1 ? did_you_mean(parameter.name, known) : std::string();
    if (parameter.is_pointer)
      return "buffer" + (hint.empty() ? "; there are " + quoted_list(known) : hint);
    if (!hint.empty()) return "size" + hint;
    return fmt::format("size; expected \"arguments\" in which it has a value, such as {{ {} = 2 }}",
                       parameter.element ? data::name_of(*parameter.element) : "f32");
  }

  const ShortForm& form_;
  bool is_short_;
  Names names_;
  std::string file_, starter_;
};

// The call of the host's function: one launch of one thread, in the long form.
void put_call(const ShortForm& form) {
  for (const char* key : {"kernel", "launch", "block", "grid", "dynamic_shared", "repeat"})
    if (form.root.has(key))
      form.root.problem(key, "does not go with \"entry\", whose function launches by itself");
  std::string call = fmt::format("[{{ kernel = {}, grid = [1], block = [1]",
                                 inline_toml(*form.root.node("entry")));
  if (const toml::node* const arguments = form.root.node("arguments"))
    call += fmt::format(", arguments = {}", inline_toml(*arguments));
  else if (form.root.text("entry") == "main") call += ", arguments = []";
  form.document.erase("arguments");
  put_toml(form.document, "launch", form.root.line_of("entry"), call + " }]");
}

// `kernel` in front of all tables is a [[launch]] with nothing but that.
void put_only_launch(const ShortForm& form) {
  if (form.root.has("entry")) return put_call(form);
  if (!form.root.has("kernel")) return;
  const size_t line = form.root.line_of("kernel");
  if (form.root.has("launch")) {
    form.root.problem("kernel", "stands beside [[launch]]; expected one of them");
    return;
  }
  std::string launch = fmt::format("[{{ kernel = {}", inline_toml(*form.root.node("kernel")));
  for (const char* key :
       {"grid", "block", "arguments", "dynamic_shared", "repeat", "repeat_while", "swap"})
    if (const toml::node* const value = form.root.node(key); value && !value->is_table()) {
      launch += fmt::format(", {} = {}", key, inline_toml(*value));
      form.document.erase(key);
    }
  put_toml(form.document, "launch", line, launch + " }]");
  form.document.erase("kernel");
}

}  // namespace

void spell_out_launches(const ShortForm& form) {
  // [buffers] are [[buffer]] by now.
  const bool is_short = std::ranges::any_of(std::array{"entry", "kernel", "tile", "keeps"},
                                            [&](const char* key) { return form.root.has(key); });
  put_only_launch(form);
  toml::array* const launches = form.document["launch"].as_array();
  if (!launches || form.root.problems().any()) return;
  const Tile tile = read_tile(form);
  const Arguments arguments(form, is_short);
  const bool student_chooses = form.document["block"].is_table();
  for (toml::node& node : *launches) {
    toml::table* const launch = node.as_table();
    if (!launch) continue;
    const size_t line = std::max<size_t>(1, launch->source().begin.line);
    if (!tile.order.empty()) {
      if (!launch->contains("grid")) put_toml(*launch, "grid", line, grid_of(tile));
      if (!launch->contains("block") && !student_chooses)
        put_toml(*launch, "block", line, block_of(tile));
    }
    arguments.spell_out(*launch, line);
  }
}

}  // namespace warplab::exercise
