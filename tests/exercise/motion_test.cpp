#include "exercise/motion.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/file_text.hpp"
#include "contains.hpp"
#include "exercise/exercise.hpp"
#include "exercise/motion_cells.hpp"
#include "exercise/translation.hpp"

using namespace warplab;
using namespace warplab::exercise;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

const fs::path kShipped = fs::path(WARPLAB_SOURCE_DIR) / "exercises";

// A scene with a warp of four lanes and a memory of eight cells, and what stands behind it.
std::string scene(const std::string& rest) {
  return "[[scene]]\ntitle = \"t\"\ncounters = [\"loads\"]\n"
         "[[scene.array]]\nname = \"lane\"\ncolumns = 4\n"
         "[[scene.array]]\nname = \"tile\"\nrows = 2\ncolumns = 4\ncount_from = 10\n" +
         rest;
}

MotionScene loaded_scene(const std::string& text) {
  const auto motion = load_motion(text, "a.motion.toml");
  REQUIRE_MESSAGE(motion, motion.error());
  REQUIRE(motion->scenes.size() == 1);
  return motion->scenes[0];
}

Motion shipped(const std::string& name) {
  const fs::path file = kShipped / name;
  const auto text = file_text(file);
  REQUIRE(text);
  auto motion = load_motion(*text, file.string());
  REQUIRE_MESSAGE(motion, motion.error());
  return *motion;
}

size_t array_of(const MotionScene& scene, const std::string& name) {
  for (size_t i = 0; i < scene.arrays.size(); ++i)
    if (scene.arrays[i].name == name) return i;
  FAIL(name);
  return 0;
}

int number(const std::string& text) { return std::stoi(text); }

}  // namespace

TEST_CASE("cells are named by places, ranges and steps") {
  const MotionScene made = loaded_scene(scene("[[scene.step]]\nsay = \"a\"\n"));
  const auto cells = [&](const char* text) {
    std::string all;
    const auto found = motion_cells(text, made.arrays);
    if (!found) return found.error();
    for (const MotionCell& cell : *found) all += fmt::format("{}.{} ", cell.array, cell.cell);
    return all;
  };
  CHECK(cells("lane") == "0.0 0.1 0.2 0.3 ");
  CHECK(cells("lane[2]") == "0.2 ");
  CHECK(cells("tile[1]") == "1.4 1.5 1.6 1.7 ");
  CHECK(cells("tile[*][3]") == "1.3 1.7 ");
  CHECK(cells("tile[0][0..3 by 2]") == "1.0 1.2 ");
  CHECK(contains(cells("lane[4]"), "\"[4]\" is outside; expected places from 0 to 3"));
  CHECK(contains(cells("lan[0]"), "did you mean \"lane\"?"));
  for (const char* wrong : {"lane[", "lane[x]", "lane[0..]", "lane[0..3 by 0]", "lane[0][0][0]",
                            "lane[0]x", "lane[-1]"})
    CHECK(contains(cells(wrong), "expected a name with places"));
}

TEST_CASE("a mistake in a picture that moves is named with file, line, key and what is expected") {
  const std::pair<std::string, const char*> wrong[] = {
      {"", "a.motion.toml:1: has no [[scene]]; expected 1 to 8"},
      {"[[scene]]\n", "a.motion.toml:1: scene.title: is missing; expected a string such as"},
      {"x = 1\n", "a.motion.toml:1: x: unknown key; known here: \"scene\""},
      {"[[scene]]\ntitle = \"t\"\n", "a.motion.toml:1: scene: has no [[array]]; expected 1 to 12"},
      {"[[scene]]\ntitle = \"t\"\n[[scene.array]]\nname = \"a b\"\ncolumns = 1\n",
       "a.motion.toml:4: scene.array.name: \"a b\" is no name"},
      {"[[scene]]\ntitle = \"t\"\n[[scene.array]]\nname = \"a\"\ncolumns = 65\n",
       "a.motion.toml:5: scene.array.columns: is 65; expected 1 to 64"},
      {"[[scene]]\ntitle = \"t\"\n[[scene.array]]\nname = \"a\"\ncolumns = 2\ntexts = [1]\n",
       "a.motion.toml:6: scene.array.texts: has 1 texts; expected one for each of the 2 cells"},
      {"[[scene]]\ntitle = \"t\"\n[[scene.array]]\nname = \"a\"\ncolumns = 64\nrows = 40\n",
       "a.motion.toml:3: scene.array: there are 2560 cells in all; expected at most 2000"},
      {scene(""), "a.motion.toml:1: scene: has no [[step]]; expected 1 to 60"},
      {scene("[[scene.step]]\n"), "a.motion.toml:12: scene.step.say: is missing"},
      {scene("[[scene.step]]\nsay = \"a\"\nlight = { reed = \"lane\" }\n"),
       "a.motion.toml:14: scene.step.light.reed: unknown key; did you mean \"read\"?"},
      {scene("[[scene.step]]\nsay = \"a\"\nlight = { read = \"tile[0][9]\" }\n"),
       "a.motion.toml:14: scene.step.light.read: \"[9]\" is outside; expected places from 0 to 3"},
      {scene("[[scene.step]]\nsay = \"a\"\nmove = [{ from = \"lane\", to = \"tile[0][0..1]\" }]\n"),
       "a.motion.toml:14: scene.step.move.to: 4 cells lead to 2; expected as many, or one"},
      {scene("[[scene.step]]\nsay = \"a\"\ncount = { lods = 1 }\n"),
       "a.motion.toml:14: scene.step.count.lods: unknown key; did you mean \"loads\"?"},
      {scene("[[scene.step]]\nsay = \"a\"\nseconds = 99\n"),
       "a.motion.toml:14: scene.step.seconds: expected 0.2 to 30"},
      {scene(
           "[[scene.step]]\nsay = \"a\"\nset = [{ cells = \"lane\", text = \"1234567890123\" }]\n"),
       "a.motion.toml:14: scene.step.set.text: expected strings of at most 12 bytes"},
  };
  for (const auto& [text, message] : wrong) {
    INFO(message);
    const auto motion = load_motion(text, "a.motion.toml");
    REQUIRE_FALSE(motion);
    INFO(motion.error());
    CHECK(contains(motion.error(), message));
  }
}

TEST_CASE("texts and counters stay from step to step, lights do not, and moves leave all at once") {
  const MotionScene made = loaded_scene(
      scene("[[scene.step]]\nsay = \"a\"\nmove = [{ from = \"tile[0]\", to = \"lane\" }]\n"
            "light = { read = \"tile[0]\" }\ncount = { loads = 1 }\n"
            "[[scene.step]]\nsay = \"b\"\nmove = [{ from = [\"lane[0]\", \"lane[3]\"], to = "
            "[\"lane[3]\", \"lane[0]\"] }]\nset = [{ cells = \"lane[1]\", text = \"x\" }]\n"));
  using Texts = std::vector<std::string>;
  const MotionFrame before = motion_frame(made, 0, false), first = motion_frame(made, 0),
                    second = motion_frame(made, 1);
  CHECK(before.texts[0] == Texts{"", "", "", ""});
  CHECK(before.lights[1][0] == MotionLight::read);
  CHECK(first.texts[0] == Texts{"10", "11", "12", "13"});
  CHECK(first.counters == Texts{"1"});
  CHECK(second.texts[0] == Texts{"13", "x", "12", "10"});
  CHECK(second.lights[1][0] == MotionLight::none);
  CHECK(second.counters == Texts{"1"});
}

// ---- what the course's own pictures say is so
// ----------------------------------------------------

TEST_CASE("every picture that moves is one of a statement, and the statements' files are sound") {
  const auto entries = load_all(kShipped);
  REQUIRE(entries);
  std::set<std::string> moving;
  for (const Entry& entry : *entries) {
    REQUIRE(entry.exercise);
    for (const std::string& problem : statement_problems(*entry.exercise)) FAIL_CHECK(problem);
    for (const fs::directory_entry& file : fs::directory_iterator(entry.folder)) {
      const std::string name = file.path().filename().string();
      if (!name.ends_with(kMotionEnding)) continue;
      std::string statements;
      for (const fs::directory_entry& other : fs::directory_iterator(entry.folder))
        if (other.path().extension() == ".md") statements += file_text(other.path()).value_or("");
      INFO(file.path().string());
      CHECK(contains(statements, "](" + name + ")"));
      moving.insert(name);
    }
  }
  for (const char* idea : {"coalescing.motion.toml", "banks.motion.toml", "tile.motion.toml",
                           "lost_update.motion.toml", "halo.motion.toml"})
    CHECK(moving.contains(idea));
}

TEST_CASE("coalescing: the counters are the sectors that the lanes' addresses touch") {
  for (const char* name :
       {"22-column-sums/coalescing.motion.toml", "22-column-sums/coalescing.fr.motion.toml"}) {
    const Motion motion = shipped(name);
    const int per_load[] = {8, 1};
    for (size_t s = 0; s < 2; ++s) {
      const MotionScene& made = motion.scenes[s];
      const size_t in = array_of(made, "in");
      const MotionArray& matrix = made.arrays[in];
      for (size_t i = 0; i < made.steps.size(); ++i) {
        std::set<size_t> sectors;
        for (const MotionStep::Path& path : made.steps[i].paths)
          sectors.insert(path.from.cell / static_cast<size_t>(matrix.group));
        const MotionFrame frame = motion_frame(made, i);
        INFO(name, " scene ", s, " step ", i);
        if (!sectors.empty()) CHECK(sectors.size() == static_cast<size_t>(per_load[s]));
        CHECK(number(frame.counters[1]) == per_load[s] * number(frame.counters[0]));
      }
      // All loads together: 8 floats for each of 8 lanes, and each lane's sum is that of its part.
      const MotionFrame last = motion_frame(made, made.steps.size() - 1);
      CHECK(last.counters[0] == "8");
      const auto& sums = last.texts[array_of(made, "lane")];
      for (size_t lane = 0; lane < 8; ++lane) {
        int sum = 0;
        for (size_t k = 0; k < 8; ++k)
          sum += number(matrix.texts[s == 0 ? lane * 16 + k : k * 16 + lane]);
        CHECK(number(sums[lane]) == sum);
      }
      const int moved = 32 * number(last.counters[1]), used = 8 * 8 * 4;
      CHECK(last.counters[2].starts_with(std::to_string(used) + " "));
      CHECK(last.counters[2].ends_with(" " + std::to_string(moved)));
    }
  }
}

TEST_CASE(
    "bank conflicts: words lie in the banks that are drawn, and passes are the most of one bank") {
  const Motion motion = shipped("33-transpose-conflict-free/banks.motion.toml");
  const size_t row_words[] = {8, 8, 9};
  for (size_t s = 0; s < motion.scenes.size(); ++s) {
    const MotionScene& made = motion.scenes[s];
    const size_t tile = array_of(made, "tile");
    for (size_t word = 0; word < made.arrays[tile].texts.size(); ++word) {
      const size_t row = word / row_words[s], column = word % row_words[s];
      CHECK(made.arrays[tile].texts[word] == (column < 8 ? fmt::format("{}{}", row, column) : "-"));
    }
    int accesses = 0, passes = 0;
    std::map<size_t, int> words_of_bank;  // of the access that goes on
    for (size_t i = 0; i < made.steps.size(); ++i) {
      const MotionFrame frame = motion_frame(made, i);
      const bool new_access = number(frame.counters[0]) > accesses;
      if (new_access) words_of_bank.clear();
      std::map<size_t, int> now;
      for (const MotionStep::Path& path : made.steps[i].paths) {
        const MotionCell& word = path.from.array == tile ? path.from : path.to;
        ++now[word.cell % 8];
        ++words_of_bank[word.cell % 8];
      }
      for (const auto& [bank, words] : now) CHECK_MESSAGE(words == 1, "scene ", s, " step ", i);
      if (!now.empty()) ++passes;
      accesses = number(frame.counters[0]);
      CHECK_MESSAGE(number(frame.counters[1]) == passes, "scene ", s, " step ", i);
    }
    CHECK(passes == (s == 0 ? 1 : s == 1 ? 8 : 2));
  }
}

TEST_CASE(
    "tile and barrier: what is called right is the transpose, and what is called wrong is not") {
  const Motion motion = shipped("32-transpose-shared/tile.motion.toml");
  REQUIRE(motion.scenes.size() == 2);
  const int right_at_the_end[] = {12, 16};
  for (size_t s = 0; s < 2; ++s) {
    const MotionScene& made = motion.scenes[s];
    const size_t in = array_of(made, "in"), out = array_of(made, "out");
    int right = 0;
    for (size_t i = 0; i < made.steps.size(); ++i) {
      const MotionFrame frame = motion_frame(made, i);
      right = 0;
      for (size_t cell = 0; cell < 16; ++cell) {
        const bool is_right = frame.texts[out][cell] == frame.texts[in][cell % 4 * 4 + cell / 4];
        right += is_right;
        const MotionLight light = frame.lights[out][cell];
        INFO("scene ", s, " step ", i, " cell ", cell);
        if (light == MotionLight::right) CHECK(is_right);
        if (light == MotionLight::wrong) CHECK_FALSE(is_right);
      }
      CHECK(number(frame.counters[0]) == right);
    }
    CHECK(right == right_at_the_end[s]);
  }
}

TEST_CASE("lost update: what arrived is what stands in memory") {
  const Motion motion = shipped("41-racy-atomic/lost_update.motion.toml");
  REQUIRE(motion.scenes.size() == 3);
  const char* const ends[] = {"1", "2", "2"};
  for (size_t s = 0; s < 3; ++s) {
    const MotionScene& made = motion.scenes[s];
    for (size_t i = 0; i < made.steps.size(); ++i) {
      const MotionFrame frame = motion_frame(made, i);
      CHECK(frame.texts[array_of(made, "out")][0] == frame.counters[1]);
    }
    const MotionFrame last = motion_frame(made, made.steps.size() - 1);
    CHECK(last.counters[0] == "2");
    CHECK(last.counters[1] == ends[s]);
  }
}

TEST_CASE("halo: the tile holds the black pixels of the block and around it, and nothing else") {
  const Motion motion = shipped("61-ising-checkerboard/halo.motion.toml");
  const MotionScene& made = motion.scenes[1];
  const size_t image = array_of(made, "image"), tile = array_of(made, "tile");
  const auto is_inside = [](size_t row, size_t column) {
    return row >= 1 && row <= 4 && column >= 1 && column <= 4;
  };
  const MotionFrame loaded = motion_frame(made, 1);
  std::set<size_t> needed;  // by the white pixels of the block
  for (size_t row = 1; row <= 4; ++row)
    for (size_t column = 1; column <= 4; ++column)
      if ((row + column) % 2 == 0)
        for (const size_t cell : {(row - 1) * 6 + column, (row + 1) * 6 + column,
                                  row * 6 + column - 1, row * 6 + column + 1})
          needed.insert(cell);
  for (size_t cell = 0; cell < 36; ++cell) {
    INFO("cell ", cell);
    const bool held = !loaded.texts[tile][cell].empty();
    CHECK(held == needed.contains(cell));
    if (held) CHECK(loaded.texts[tile][cell] == made.arrays[image].texts[cell]);
  }
  CHECK(number(loaded.counters[0]) == static_cast<int>(needed.size()));
  // Only white pixels of the block are drawn, and the sums that are told are those of the picture.
  const MotionFrame last = motion_frame(made, made.steps.size() - 1);
  for (size_t cell = 0; cell < 36; ++cell)
    if (last.lights[image][cell] == MotionLight::write)
      CHECK((is_inside(cell / 6, cell % 6) && (cell / 6 + cell % 6) % 2 == 0));
    else CHECK(last.texts[image][cell] == made.arrays[image].texts[cell]);
  const auto told = [&](const MotionScene& of, size_t step, size_t row, size_t column) {
    const auto& pixels = of.arrays[image].texts;
    const std::string a = pixels[(row - 1) * 6 + column], b = pixels[row * 6 + column - 1],
                      c = pixels[row * 6 + column + 1], d = pixels[(row + 1) * 6 + column];
    const std::string sum = fmt::format("{} + {} + {} + {} = {}", a, b, c, d,
                                        number(a) + number(b) + number(c) + number(d));
    INFO(of.steps[step].say, " ", sum);
    CHECK(contains(of.steps[step].say, sum));
  };
  told(motion.scenes[0], 1, 2, 2);
  told(made, 3, 1, 1);
}
