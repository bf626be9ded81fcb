// docs/AUTHORING.md makes an exercise from nothing. Its files are taken from the page and loaded,
// so that what an instructor copies works.
#include <unistd.h>

#include <fstream>
#include <map>
#include <string>

#include "exercise/glossary.hpp"
#include "exercise/motion.hpp"
#include "exercise/translation.hpp"
#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

// A line with nothing but `my-course/...`, then a fenced block: a file's name and content.
std::map<std::string, std::string> files_of_walk_through() {
  std::ifstream in(fs::path(WARPLAB_SOURCE_DIR) / "docs/AUTHORING.md");
  REQUIRE(in);
  std::map<std::string, std::string> files;
  std::string line, name;
  bool inside = false;
  while (std::getline(in, line)) {
    if (!inside && line.starts_with("`my-course/") && line.ends_with("`")) {
      name = line.substr(1, line.size() - 2);
    } else if (!name.empty() && line.starts_with("```")) {
      inside = !inside;
      if (!inside) name.clear();
    } else if (inside) {
      files[name] += line + "\n";
    }
  }
  return files;
}

class WalkThrough {
 public:
  WalkThrough()
      : root_(fs::path(WARPLAB_BINARY_DIR) /
              ("exercise-test/walk-through-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    for (const auto& [name, content] : files_of_walk_through()) {
      fs::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << content;
    }
  }
  ~WalkThrough() { fs::remove_all(root_); }
  fs::path exercise() const { return root_ / "my-course/exercises/01-reverse"; }
  fs::path solutions() const { return root_ / "my-course/solutions"; }

 private:
  fs::path root_;
};

}  // namespace

TEST_CASE("the exercise that the authors' page makes from nothing loads, with its solutions") {
  const WalkThrough files;
  auto exercise = load(files.exercise());
  REQUIRE_MESSAGE(exercise, exercise.error());
  CHECK(exercise->slug == "reverse");
  const auto solutions = load_solutions(*exercise, files.solutions());
  REQUIRE_MESSAGE(solutions, solutions.error());
  CHECK(exercise->known_wrong.size() == 3);
}

TEST_CASE("the error that the authors' page shows is the one that is given") {
  const WalkThrough files;
  std::string text = text_of(files.exercise() / "exercise.toml");
  const size_t at = text.find("\"n\"");
  REQUIRE(at != std::string::npos);
  const auto exercise = load_from_text(text.replace(at, 3, "\"m\""), files.exercise());
  REQUIRE(!exercise);
  const std::string page = text_of(fs::path(WARPLAB_SOURCE_DIR) / "docs/AUTHORING.md");
  const size_t sentence = exercise.error().find("my-course/");
  REQUIRE(sentence != std::string::npos);
  CHECK_MESSAGE(page.find(exercise.error().substr(sentence)) != std::string::npos,
                exercise.error());
}

TEST_CASE("the authors' page names every built-in gate and colour map") {
  const std::string page = text_of(fs::path(WARPLAB_SOURCE_DIR) / "docs/AUTHORING.md");
  for (const auto& [gate, known_from] : kBuiltInGates)
    CHECK_MESSAGE(page.find("`" + std::string(gate) + "`") != std::string::npos, gate);
  for (const std::string_view map : color_maps_for_views())
    CHECK_MESSAGE(page.find("`\"" + std::string(map) + "\"`") != std::string::npos, map);
}

TEST_CASE("every key that an unknown key is told of has a row on the authors' page") {
  const std::string page = text_of(fs::path(WARPLAB_SOURCE_DIR) / "docs/AUTHORING.md");
  const std::string good_text = text_of(kData / "good/sampling-with-groups.toml");
  // Where "qqqq" is put in, and with it the list of the keys that are known there.
  for (const std::string place :
       {"title =", "[[buffer]]\n", "[[launch]]\n", "[[gate]]\n", "[[view]]\n", "[block]\n"}) {
    CAPTURE(place);
    std::string text = good_text;
    const size_t at = text.find(place);
    REQUIRE(at != std::string::npos);
    text.insert(place.ends_with('\n') ? at + place.size() : at, "qqqq = 1\n");
    const auto exercise = load_from_text(text, kData / "01-sample");
    REQUIRE(!exercise);
    std::string list = exercise.error();
    const size_t begin = list.find("known here: ");
    REQUIRE(begin != std::string::npos);
    list = list.substr(begin);
    size_t keys = 0;
    for (size_t quote = list.find('"'); quote != std::string::npos;
         quote = list.find('"', quote + 1)) {
      const size_t end = list.find('"', quote + 1);
      const std::string key = list.substr(quote + 1, end - quote - 1);
      const bool is_table = page.find("[" + key + "]") != std::string::npos ||
                            page.find("[" + key + ".") != std::string::npos;
      const bool has_row = page.find("`" + key + "`") != std::string::npos;
      CHECK_MESSAGE((is_table || has_row), key);
      ++keys;
      quote = end;
    }
    CHECK(keys >= 3);
  }
}

TEST_CASE("what the authors' page shows beside a statement loads, and its error is the one given") {
  const std::string page = text_of(fs::path(WARPLAB_SOURCE_DIR) / "docs/STATEMENTS.md");
  // The first fenced block of TOML behind a text.
  const auto block_after = [&](const std::string& before) {
    const std::string fence = "```toml\n";
    const size_t at = page.find(before);
    REQUIRE(at != std::string::npos);
    const size_t begin = page.find(fence, at) + fence.size();
    return page.substr(begin, page.find("```", begin) - begin);
  };
  std::string moving = block_after("`lanes.motion.toml`");
  const std::string name = "exercises/01-reverse/lanes.motion.toml";
  const auto motion = load_motion(moving, name);
  REQUIRE_MESSAGE(motion, motion.error());
  const size_t light = moving.find("read = \"memory[0..3]\"");
  REQUIRE(light != std::string::npos);
  const auto wrong = load_motion(moving.replace(light, 21, "read = \"memory[16]\""), name);
  REQUIRE_FALSE(wrong);
  CHECK_MESSAGE(page.find(wrong.error()) != std::string::npos, wrong.error());
  const auto glossary = load_glossary(block_after("## Words that are explained"), "glossary.toml");
  CHECK_MESSAGE(glossary, (glossary ? "" : glossary.error()));
  const auto translation =
      load_translation(block_after("## Other languages"), "exercise.fr.toml", 2);
  CHECK_MESSAGE(translation, (translation ? "" : translation.error()));
}
