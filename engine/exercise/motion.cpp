#include "exercise/motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exercise/motion_cells.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {
namespace {

// A picture beside a text: what is more than these is too small to be read, or too long to be
// watched.
constexpr size_t kMostScenes = 8, kMostArrays = 12, kMostSteps = 60, kMostCounters = 6;
constexpr int64_t kMostRows = 40, kMostColumns = 64;
// Of all arrays of a scene: a frame goes through the steps up to its own, cell by cell.
constexpr size_t kMostCells = 2000;
constexpr size_t kMostLetters = 12;               // bytes in a cell
constexpr size_t kMostWords = 400;                // bytes of a sentence
constexpr size_t kMostPaths = 256;                // in one step
constexpr double kShortest = 0.2, kLongest = 30;  // seconds
// What a sentence stands where its step names no time: reading takes some 20 letters a second, and
// what moves wants to be looked at.
constexpr double kLeast = 1.6, kEachLetter = 0.05;

struct LightName {
  std::string_view name;
  MotionLight light;
};
constexpr LightName kLights[] = {
    {"read", MotionLight::read},   {"write", MotionLight::write}, {"wait", MotionLight::wait},
    {"right", MotionLight::right}, {"wrong", MotionLight::wrong}, {"faint", MotionLight::faint},
};

// A string, or a whole number as a text.
std::optional<std::string> cell_text(const toml::node& node) {
  if (const auto number = node.value_exact<int64_t>()) return std::to_string(*number);
  return node.value_exact<std::string>();
}

// What stands in cells: one text for all of them, or a list with one for each.
std::vector<std::string> read_cell_texts(const TomlTable& table, std::string_view key,
                                         size_t count) {
  const toml::node* const node = table.node(key);
  std::vector<std::string> texts;
  if (const toml::array* const list = node->as_array()) {
    if (list->size() != count) {
      table.problem(key, fmt::format("has {} texts; expected one for each of the {} cells",
                                     list->size(), count));
      return std::vector<std::string>(count);
    }
    for (const toml::node& element : *list)
      texts.push_back(cell_text(element).value_or(std::string(kMostLetters + 1, '?')));
  } else {
    texts.assign(count, cell_text(*node).value_or(std::string(kMostLetters + 1, '?')));
  }
  for (const std::string& text : texts) {
    if (text.size() <= kMostLetters) continue;
    table.problem(key, fmt::format("expected strings of at most {} bytes, or whole numbers, as "
                                   "they stand in cells",
                                   kMostLetters));
    break;
  }
  return texts;
}

int read_length(const TomlTable& table, std::string_view key, int64_t otherwise, int64_t most) {
  const int64_t value = table.whole(key).value_or(otherwise);
  if (value >= 1 && value <= most) return static_cast<int>(value);
  table.problem(key, fmt::format("is {}; expected 1 to {}", value, most));
  return 1;
}

MotionArray read_array(const TomlTable& table, const std::vector<MotionArray>& before) {
  table.allow_only(
      {"name", "label", "rows", "columns", "group", "beside", "texts", "count_from", "row_labels"});
  MotionArray array;
  array.name = table.required_text("name", "lane");
  if (!array.name.empty() && !is_identifier(array.name))
    table.problem("name", fmt::format("\"{}\" is no name; expected a letter, then letters, digits "
                                      "and _",
                                      array.name));
  for (const MotionArray& other : before)
    if (other.name == array.name)
      table.problem(
          "name", fmt::format("there are two arrays \"{}\"; expected different names", array.name));
  array.label = table.text("label", array.name);
  array.rows = read_length(table, "rows", 1, kMostRows);
  if (!table.has("columns"))
    table.problem("columns", "is missing; expected how many cells a row has");
  array.columns = read_length(table, "columns", 1, kMostColumns);
  const int64_t group = table.whole("group").value_or(0);
  if (group < 0 || group > array.columns)
    table.problem("group",
                  fmt::format("is {}; expected 0 to {}, the columns", group, array.columns));
  else array.group = static_cast<int>(group);
  array.beside = table.flag("beside", false);
  if (array.beside && before.empty())
    table.problem("beside", "the first array has none to stand beside");
  const size_t count = static_cast<size_t>(array.rows) * static_cast<size_t>(array.columns);
  array.texts.resize(count);
  if (table.has("texts")) array.texts = read_cell_texts(table, "texts", count);
  if (const auto from = table.whole("count_from")) {
    if (table.has("texts"))
      table.problem("count_from", "stands beside texts; expected one of them");
    if (*from < -99999 || *from > 99999)
      return table.problem("count_from", "expected a number of at most 5 digits"), array;
    for (size_t i = 0; i < count; ++i)
      array.texts[i] = std::to_string(*from + static_cast<int64_t>(i));
  }
  array.row_labels = table.texts("row_labels");
  if (!array.row_labels.empty() && array.row_labels.size() != static_cast<size_t>(array.rows)) {
    table.problem("row_labels", fmt::format("has {} entries; expected one for each of the {} rows",
                                            array.row_labels.size(), array.rows));
    array.row_labels.clear();
  }
  return array;
}

class StepReader {
 public:
  StepReader(const TomlTable& table, const MotionScene& scene) : table_(table), scene_(scene) {}

  MotionStep read() {
    table_.allow_only({"say", "seconds", "set", "light", "move", "arrow", "count"});
    step_.say = table_.required_text("say", "Lane 0 reads the first float.");
    if (step_.say.size() > kMostWords)
      table_.problem("say",
                     fmt::format("has {} bytes; a step may say {}", step_.say.size(), kMostWords));
    step_.seconds = table_.number("seconds").value_or(
        kLeast + kEachLetter * static_cast<double>(step_.say.size()));
    if (step_.seconds < kShortest || step_.seconds > kLongest)
      table_.problem("seconds", fmt::format("expected {} to {}", kShortest, kLongest));
    for (const TomlTable& path : table_.tables("move")) read_path(path, true);
    for (const TomlTable& path : table_.tables("arrow")) read_path(path, false);
    if (step_.paths.size() > kMostPaths)
      table_.problem("move", fmt::format("there are {} moves and arrows; a step may have {}",
                                         step_.paths.size(), kMostPaths));
    for (const TomlTable& set : table_.tables("set")) read_set(set);
    if (const auto light = table_.has("light") ? table_.table("light") : std::nullopt)
      read_lights(*light);
    if (const auto count = table_.has("count") ? table_.table("count") : std::nullopt)
      read_counts(*count);
    return std::move(step_);
  }

 private:
  // A string, or a list of strings whose cells follow one another.
  std::vector<MotionCell> cells(const TomlTable& table, std::string_view key) const {
    std::vector<MotionCell> all;
    const toml::node* const node = table.node(key);
    if (!node) {
      table.problem(key, "is missing; expected cells such as \"lane[0..7]\"");
      return all;
    }
    std::vector<std::string> texts;
    if (node->is_string()) texts = {table.text(key)};
    else texts = table.texts(key);
    for (const std::string& text : texts) {
      const Result<std::vector<MotionCell>> found = motion_cells(text, scene_.arrays);
      if (!found) {
        table.problem(key, found.error());
        return {};
      }
      all.insert(all.end(), found->begin(), found->end());
    }
    return all;
  }

  void read_path(const TomlTable& table, bool carries) {
    table.allow_only({"from", "to"});
    const std::vector<MotionCell> from = cells(table, "from"), to = cells(table, "to");
    if (from.empty() || to.empty()) return;
    if (from.size() != to.size() && from.size() != 1 && to.size() != 1)
      return table.problem("to", fmt::format("{} cells lead to {}; expected as many, or one on one "
                                             "side",
                                             from.size(), to.size()));
    for (size_t i = 0; i < std::max(from.size(), to.size()); ++i)
      step_.paths.push_back({from[from.size() == 1 ? 0 : i], to[to.size() == 1 ? 0 : i], carries});
  }

  void read_set(const TomlTable& table) {
    table.allow_only({"cells", "text"});
    const std::vector<MotionCell> at = cells(table, "cells");
    if (!table.has("text"))
      return table.problem("text", "is missing; expected a text for the cells, or a list of them");
    const std::vector<std::string> texts = read_cell_texts(table, "text", at.size());
    for (size_t i = 0; i < at.size(); ++i) step_.texts.push_back({at[i], texts[i]});
  }

  void read_lights(const TomlTable& table) {
    std::vector<std::string_view> names;
    for (const LightName& one : kLights) names.push_back(one.name);
    table.allow_only(names);
    for (const LightName& one : kLights) {
      if (!table.has(one.name)) continue;
      for (const MotionCell& cell : cells(table, one.name))
        step_.lights.push_back({cell, one.light});
    }
  }

  void read_counts(const TomlTable& table) {
    const std::vector<std::string_view> known(scene_.counters.begin(), scene_.counters.end());
    table.allow_only(known);
    for (size_t i = 0; i < known.size(); ++i)
      if (table.has(known[i]))
        step_.counts.push_back({i, read_cell_texts(table, known[i], 1).front()});
  }

  const TomlTable& table_;
  const MotionScene& scene_;
  MotionStep step_;
};

// A list of tables under `key`, at least one and at most `most`.
std::vector<TomlTable> some_tables(const TomlTable& table, std::string_view key, size_t most) {
  std::vector<TomlTable> all = table.tables(key);
  if (!table.has(key)) table.problem("", fmt::format("has no [[{}]]; expected 1 to {}", key, most));
  if (all.size() > most) {
    table.problem(key, fmt::format("there are {}; expected 1 to {}", all.size(), most));
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
  }
  return all;
}

void check_cells(const TomlTable& table, const std::vector<MotionArray>& arrays) {
  size_t cells = 0;
  for (const MotionArray& array : arrays) cells += array.texts.size();
  if (cells > kMostCells)
    table.problem("array",
                  fmt::format("there are {} cells in all; expected at most {}", cells, kMostCells));
}

// Arrays that stand side by side share one line.
void check_width(const TomlTable& table, const std::vector<MotionArray>& arrays) {
  int width = 0;
  for (const MotionArray& array : arrays) {
    width = array.beside ? width + array.columns : array.columns;
    if (width > kMostColumns)
      return table.problem("array", fmt::format("\"{}\" makes a line of {} cells; expected at most "
                                                "{} side by side",
                                                array.name, width, kMostColumns));
  }
}

MotionScene read_scene(const TomlTable& table) {
  table.allow_only({"title", "counters", "array", "step"});
  MotionScene scene;
  scene.title = table.required_text("title", "Thirty-two lanes, four sectors");
  if (scene.title.size() > kMostWords)
    table.problem("title", fmt::format("is longer than {} bytes", kMostWords));
  scene.counters = table.texts("counters");
  if (scene.counters.size() > kMostCounters) {
    table.problem("counters", fmt::format("there are {}; expected at most {}",
                                          scene.counters.size(), kMostCounters));
    scene.counters.resize(kMostCounters);
  }
  for (const TomlTable& array : some_tables(table, "array", kMostArrays))
    scene.arrays.push_back(read_array(array, scene.arrays));
  check_width(table, scene.arrays);
  check_cells(table, scene.arrays);
  // Where an array is wrong its cells are not looked for, as everything else would be wrong by it.
  if (table.problems().any()) return scene;
  for (const TomlTable& step : some_tables(table, "step", kMostSteps))
    scene.steps.push_back(StepReader(step, scene).read());
  return scene;
}

}  // namespace

Result<Motion> load_motion(std::string_view text, const std::string& file) {
  const Result<toml::table> parsed = parse_toml(text, file);
  if (!parsed) return Error{parsed.error()};
  Problems problems(file);
  const TomlTable root(*parsed, "", problems);
  root.allow_only({"scene"});
  Motion motion;
  for (const TomlTable& scene : some_tables(root, "scene", kMostScenes))
    motion.scenes.push_back(read_scene(scene));
  if (problems.any()) return problems.first();
  return motion;
}

MotionFrame motion_frame(const MotionScene& scene, size_t step, bool arrived) {
  MotionFrame frame;
  for (const MotionArray& array : scene.arrays) {
    frame.texts.push_back(array.texts);
    frame.lights.emplace_back(array.texts.size(), MotionLight::none);
  }
  frame.counters.assign(scene.counters.size(), "0");
  const size_t last = std::min(step, scene.steps.size() - 1);
  for (size_t i = 0; i <= last; ++i) {
    const MotionStep& now = scene.steps[i];
    if (i == last)
      for (const MotionStep::Light& light : now.lights)
        frame.lights[light.at.array][light.at.cell] = light.light;
    if (i == last && !arrived) break;
    // All leave at once: what one brings is not what another takes along.
    const std::vector<std::vector<std::string>> before = frame.texts;
    for (const MotionStep::Path& path : now.paths)
      if (path.carries)
        frame.texts[path.to.array][path.to.cell] = before[path.from.array][path.from.cell];
    for (const MotionStep::Text& text : now.texts)
      frame.texts[text.at.array][text.at.cell] = text.text;
    for (const MotionStep::Count& count : now.counts) frame.counters[count.counter] = count.value;
  }
  return frame;
}

}  // namespace warplab::exercise
