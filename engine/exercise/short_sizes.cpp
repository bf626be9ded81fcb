// [sizes] in the short form: the graded size as a number for each name. All others follow from it
// and from the tile, so that every exercise is checked at whole tiles, at one element more, at
// fewer than a tile has, and at 1.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "exercise/short_form.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_text.hpp"

namespace warplab::exercise {
namespace {

constexpr auto kPurposes = std::to_array<std::string_view>(
    {"gpu", "graded", "check", "drawn", "counted", "ragged", "derived"});

bool is_purpose(std::string_view key) {
  return std::ranges::find(kPurposes, key) != kPurposes.end();
}

// One size of the short form.
struct ShortSize {
  std::string name, graded;  // as TOML: a number, or a table of a range
  int64_t number = 1;        // at the default seed
  int64_t side = 0;          // of the tile, or the range's step; 0: the size is the same everywhere
  bool doubles = false;      // it is from, 2 from, 4 from, ...
};

// { default = 16384, step = "double" }: the graded size is that or half of it, where the file does
// not say more.
void read_doubling(const toml::table& range, ShortSize& size) {
  size.doubles = true;
  if (size.side == 0) size.side = std::max<int64_t>(1, size.number / 16);
  if (!range.contains("from"))
    size.graded = fmt::format("{{ default = {0}, from = {1}, to = {0}, step = \"double\" }}",
                              size.number, std::max<int64_t>(1, size.number / 2));
}

// A power of two, at most `number` and no larger than the graded one, for a size that doubles: what
// is made in many passes takes long.
int64_t fitting(const ShortSize& size, int64_t number) {
  return size.doubles ? static_cast<int64_t>(
                            std::bit_floor(static_cast<uint64_t>(std::min(number, size.number))))
                      : number;
}

// A size that varies from seed to seed: whole tiles, a sixteenth up and down.
std::string graded_range(int64_t number, int64_t side) {
  const int64_t room = std::max<int64_t>(1, number / 16 / side) * side;
  if (number <= room) return fmt::format("{}", number);
  return fmt::format("{{ default = {}, from = {}, to = {}, step = {} }}", number, number - room,
                     number + room, side);
}

std::vector<ShortSize> short_sizes(const ShortForm& form, const TomlTable& sizes) {
  const Tile tile = read_tile(form);
  std::vector<ShortSize> all;
  for (const std::string& key : sizes.keys()) {
    if (is_purpose(key) || sizes.node(key)->is_string()) continue;
    ShortSize size{key, inline_toml(*sizes.node(key))};
    if (const auto side = tile.sides.find(key); side != tile.sides.end()) size.side = side->second;
    if (const toml::table* const range = sizes.node(key)->as_table()) {
      size.number = range->get("default") ? range->get("default")->value_or(int64_t{1}) : 1;
      if (range->get("step") && range->get("step")->is_string()) read_doubling(*range, size);
      if (size.side == 0)
        size.side = range->get("step") ? range->get("step")->value_or(int64_t{1}) : 1;
    } else {
      size.number = std::max<int64_t>(1, sizes.whole(key).value_or(1));
      // A side that the grid does not cover, such as the inner one of a product, ends anywhere,
      // too.
      const int64_t first = tile.order.empty() ? 0 : tile.sides.at(tile.order.front());
      if (size.side == 0 && first > 0 && size.number >= 2 * first) size.side = first;
      if (size.side > 0) size.graded = graded_range(size.number, size.side);
    }
    all.push_back(size);
  }
  return all;
}

// What a check has for each size that varies, by how many there are: whole tiles, one tile, what is
// no multiple of it, one more and one less, fewer than a tile, one element.
std::vector<std::vector<int64_t>> check_numbers(const std::vector<int64_t>& t) {
  if (t.size() == 1) {
    const int64_t s = t[0];
    std::vector<std::vector<int64_t>> checks = {{2 * s}, {4 * s - (3 * s + 31) / 32}};
    // More elements than 16 bits can count.
    if (s >= 256 && s <= 1024) checks.push_back({(65'536 / s + 1) * s + 1});
    checks.push_back({std::max<int64_t>(1, s * 25 / 64)});
    checks.push_back({1});
    return checks;
  }
  if (t.size() == 2)
    return {{2 * t[0], 2 * t[1]},     {t[0], t[1]},      {t[0] + 1, 2 * t[1] + 6},
            {2 * t[0] + 1, t[1] + 1}, {7, 4 * t[1] + 1}, {1, 1}};
  std::vector<std::vector<int64_t>> checks(5);
  for (size_t i = 0; i < t.size(); ++i) {
    const int64_t s = t[i], place = static_cast<int64_t>(i % 3);
    checks[0].push_back(2 * s);
    checks[1].push_back(place == 0 ? s + 1 : place == 1 ? std::max<int64_t>(1, s - 1) : 2 * s + 1);
    checks[2].push_back(place == 0 ? 1 : place == 1 ? 2 * s + 1 : std::max<int64_t>(1, s - 1));
    checks[3].push_back(place == 0 ? s + 9 : place == 1 ? s + 1 : 1);
    checks[4].push_back(1);
  }
  return checks;
}

// `value` gives what stands for a size that varies, by its place among them.
template <class Value>
std::string size_table(const std::vector<ShortSize>& all, Value value) {
  std::string text;
  size_t place = 0;
  for (const ShortSize& size : all) {
    text += fmt::format("{}{} = {}", text.empty() ? "{ " : ", ", quoted_toml(size.name),
                        size.side == 0 ? fmt::format("{}", size.number) : value(size, place));
    place += size.side > 0;
  }
  return text + " }";
}

std::string range_text(int64_t from, int64_t to, int64_t step) {
  return fmt::format("{{ from = {}, to = {}{} }}", from, std::max(from, to),
                     step == 1 ? "" : fmt::format(", step = {}", step));
}

std::string doubling_text(int64_t from, int64_t to) {
  return fmt::format("{{ from = {}, to = {}, step = \"double\" }}", from, to);
}

// Only times need a size for a GPU: many times the elements, so that the launch is the least of it.
bool has_timed_gate(const ShortForm& form) {
  const toml::array* const gates = form.document["gate"].as_array();
  return gates && std::ranges::any_of(*gates, [](const toml::node& gate) {
           const toml::table* const table = gate.as_table();
           return table && is_timed_metric((*table)["metric"].value_or(std::string()));
         });
}

void put_derived(const ShortForm& form, toml::table& sizes, size_t line,
                 const std::vector<ShortSize>& all) {
  std::vector<int64_t> sides;
  for (const ShortSize& size : all)
    if (size.side > 0) sides.push_back(size.side);
  if (!sizes.contains("graded")) {
    std::string graded;
    for (const ShortSize& size : all)
      graded += fmt::format("{}{} = {}", graded.empty() ? "{ " : ", ", quoted_toml(size.name),
                            size.graded);
    put_toml(sizes, "graded", line, graded + " }");
  }
  if (sides.empty()) {
    if (!sizes.contains("check"))
      form.root.problem("sizes",
                        "has no checks, and there is no \"tile\" that they could follow from; "
                        "expected \"tile\", or [[sizes.check]]");
    return;
  }
  if (!sizes.contains("check")) {
    std::string checks;
    for (const std::vector<int64_t>& numbers : check_numbers(sides)) {
      const std::string check = size_table(all, [&](const ShortSize& size, size_t at) {
        return fmt::format("{}", fitting(size, numbers[at]));
      });
      if (checks.find(check) == std::string::npos) checks += (checks.empty() ? "[" : ", ") + check;
    }
    put_toml(sizes, "check", line, checks + "]");
  }
  if (!sizes.contains("gpu") && has_timed_gate(form))
    put_toml(sizes, "gpu", line, size_table(all, [&](const ShortSize& size, size_t) {
               return fmt::format("{}", size.number * (sides.size() == 1 ? 256 : 4));
             }));
  // Smaller than the graded size, as these are further runs; where that is small, it is used again.
  const bool is_large = std::ranges::all_of(
      all, [](const ShortSize& size) { return size.side == 0 || size.number >= 4 * size.side; });
  if (!sizes.contains("counted") && is_large)
    put_toml(sizes, "counted", line, size_table(all, [](const ShortSize& size, size_t) {
               if (size.doubles)
                 return doubling_text(std::max<int64_t>(1, size.number / 8),
                                      std::max<int64_t>(1, size.number / 2));
               const int64_t tiles = size.number / size.side;
               const int64_t from = std::max<int64_t>(2, 5 * tiles / 32);
               const int64_t to = std::min(tiles, std::max<int64_t>(6, 15 * tiles / 32));
               return range_text(from * size.side, to * size.side, size.side);
             }));
  const bool all_double = std::ranges::all_of(
      all, [](const ShortSize& size) { return size.side == 0 || size.doubles; });
  if (!sizes.contains("ragged") && !all_double)
    put_toml(sizes, "ragged", line, size_table(all, [](const ShortSize& size, size_t) {
               if (size.doubles) return doubling_text(2 * size.side, 4 * size.side);
               return range_text(2 * size.side + 6, 4 * size.side + 12, 1);
             }));
}

// A formula is a size that others decide.
void put_derived_sizes(const TomlTable& read, toml::table& sizes) {
  for (const std::string& key : read.keys()) {
    const toml::node* const node = is_purpose(key) ? nullptr : read.node(key);
    if (!node || !node->is_string()) continue;
    if (!sizes.contains("derived")) sizes.insert("derived", toml::table{});
    put_toml(*sizes["derived"].as_table(), key, std::max<size_t>(1, read.line_of(key)),
             inline_toml(*node));
    sizes.erase(key);
  }
}

}  // namespace

Tile read_tile(const ShortForm& form) {
  Tile tile;
  const TomlTable& root = form.root;
  if (!root.has("tile")) return tile;
  const auto add = [&](const std::string& name, const toml::node& side) {
    const int64_t number = side.value_exact<int64_t>().value_or(0);
    if (number < 1) root.problem("tile", "expected whole numbers of at least 1, such as [32, 32]");
    tile.sides[name] = std::max<int64_t>(number, 1);
    tile.order.push_back(name);
  };
  const std::optional<TomlTable> sizes = root.table("sizes");
  std::vector<std::string> names;
  for (const std::string& key : sizes ? sizes->keys() : names)
    if (!is_purpose(key) && !sizes->node(key)->is_string()) names.push_back(key);
  if (names.empty() && sizes)
    if (const toml::node* const graded = sizes->node("graded"); graded && graded->is_table())
      names = sizes->table("graded")->keys();
  const toml::array* const list = root.node("tile")->as_array();
  if (!list || list->empty() || list->size() > 3) {
    root.problem("tile",
                 "expected one to three whole numbers, as in [32, 32]: a side for each of "
                 "the first sizes");
  } else if (list->size() > names.size()) {
    root.problem("tile",
                 fmt::format("has {} sides, and there are {} sizes", list->size(), names.size()));
  } else {
    for (size_t i = 0; i < list->size(); ++i) add(names[i], *list->get(i));
  }
  return tile;
}

void spell_out_sizes(const ShortForm& form) {
  const std::optional<TomlTable> read = form.root.table("sizes");
  const auto is_short = [&](const std::string& key) {
    const toml::node& node = *read->node(key);
    const toml::table* const table = node.as_table();
    return !is_purpose(key) &&
           (node.is_integer() || node.is_string() || (table && table->contains("default")));
  };
  if (!read || std::ranges::none_of(read->keys(), is_short)) return;
  toml::table& sizes = *form.document.get_as<toml::table>("sizes");
  std::vector<std::string_view> known(kPurposes.begin(), kPurposes.end());
  for (const std::string& key : read->keys()) {
    if (is_purpose(key)) continue;
    const toml::node& node = *read->node(key);
    const std::string hint = did_you_mean(key, known);
    if (!node.is_integer() && !node.is_table() && !node.is_string())
      read->problem(key, "expected a whole number, the graded size, or a formula of other sizes");
    else if (node.is_table() && !node.as_table()->contains("default"))
      read->problem(key, hint.empty() ? "expected a number, or a range with a \"default\""
                                      : "is no kind of size" + hint);
  }
  if (form.root.problems().any()) return;
  const std::vector<ShortSize> all = short_sizes(form, *read);
  if (form.root.problems().any()) return;
  put_derived(form, sizes, std::max<size_t>(1, form.root.line_of("sizes")), all);
  for (const ShortSize& size : all) sizes.erase(size.name);
  put_derived_sizes(*read, sizes);
}

}  // namespace warplab::exercise
