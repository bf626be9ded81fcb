#include "course/hidden_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contains.hpp"
#include "course/course_file.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;

namespace {

const std::filesystem::path kExercises = WARPLAB_SOURCE_DIR "/tests/cli/exercises";

Result<HiddenFile> loaded(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto all = exercise::load_all(kExercises);
  REQUIRE(all);
  return load_hidden(folder.write("hidden.toml", text), *all);
}

std::string sentence(const std::string& text) {
  const Result<HiddenFile> hidden = loaded(text);
  REQUIRE_FALSE(hidden);
  return hidden.error();
}

constexpr const char* kDoubled = "[[exercise]]\nname = \"doubled\"\nseeds = [70429, 5]\n";

}  // namespace

TEST_CASE("hidden checks take the place of the shipped sizes, seeds, inputs and gates") {
  const Result<HiddenFile> hidden = loaded(std::string(kDoubled) +
                                           "[[exercise.check]]\nn = 77\n"
                                           "[[exercise.input]]\nbuffer = \"in\"\n"
                                           "fill = { kind = \"constant\", value = -3 }\n"
                                           "[[exercise.gate]]\nmetric = \"correct\"\npoints = 3\n");
  REQUIRE_MESSAGE(hidden, (hidden ? "" : hidden.error()));
  CHECK(hidden->show == ShowHidden::never);
  CHECK(hidden->find("copied") == nullptr);
  const exercise::Exercise& checks = *hidden->find("doubled");
  REQUIRE(checks.sizes.size() == 1);  // none drawn, none counted: no gate asks for these
  CHECK(checks.sizes[0].values.at("n") == 77);
  CHECK(checks.check_seeds == std::vector<uint64_t>{70429, 5});
  CHECK(checks.buffers[0].first_fills.size() == 1);
  CHECK(checks.gates.back().points == 3);
  const auto shipped = exercise::load(kExercises / "01-doubled");
  CHECK(checks.hash != shipped->hash);
}

TEST_CASE("a hidden gate over counters is judged at the graded size") {
  const Result<HiddenFile> hidden =
      loaded(std::string(kDoubled) +
             "[[exercise.gate]]\nname = \"few\"\nmetric = \"global.sectors\"\nmax = 9000\n");
  REQUIRE_MESSAGE(hidden, (hidden ? "" : hidden.error()));
  const auto& sizes = hidden->find("doubled")->sizes;
  CHECK(std::ranges::count(sizes, exercise::SizeSet::Purpose::graded,
                           &exercise::SizeSet::purpose) == 1);
  CHECK(std::ranges::count(sizes, exercise::SizeSet::Purpose::check, &exercise::SizeSet::purpose) ==
        3);  // where the file has none, those of the exercise with these seeds
}

TEST_CASE("what changes a result changes the hash, and what only shows it does not") {
  const auto hash = [](const std::string& text) {
    const Result<HiddenFile> hidden = loaded(text);
    REQUIRE(hidden);
    return hidden->find("doubled")->hash;
  };
  const std::string plain = hash(kDoubled);
  CHECK(hash("show = \"always\"\n" + std::string(kDoubled)) == plain);
  CHECK(hash("# a remark\n" + std::string(kDoubled)) == plain);
  CHECK(hash("[[exercise]]\nseeds = [70429, 5]\nname = \"doubled\"\n") == plain);
  CHECK(hash("[[exercise]]\nname = \"doubled\"\nseeds = [70429, 6]\n") != plain);
  CHECK(hash(std::string(kDoubled) + "[[exercise.check]]\nn = 2\n") != plain);
  CHECK(hash(std::string(kDoubled) + "[[exercise]]\nname = \"copied\"\nseeds = [1]\n") == plain);
}

TEST_CASE("a date opens what is hidden until then") {
  const Result<HiddenFile> hidden =
      loaded("show = \"after_date\"\ndate = 2026-12-01T00:00:00Z\n" + std::string(kDoubled));
  REQUIRE(hidden);
  CHECK(hidden->show_at(*hidden->date - 1) == ShowHidden::after_date);
  CHECK(hidden->show_at(*hidden->date) == ShowHidden::always);
}

TEST_CASE("what is wrong in hidden.toml is said with its line") {
  CHECK(contains(sentence("[[exercise]]\nname = \"doubled\"\n"),
                 "expected seeds that nobody else knows"));
  CHECK(contains(sentence("[[exercise]]\nname = \"dubled\"\nseeds = [1]\n"), "did you mean"));
  CHECK(contains(sentence(std::string(kDoubled) + kDoubled), "is here twice"));
  CHECK(contains(sentence("show = \"sometimes\"\n" + std::string(kDoubled)), "hidden.toml:1"));
  CHECK(contains(sentence("show = \"after_date\"\n" + std::string(kDoubled)), "date"));
  CHECK(contains(sentence(std::string(kDoubled) + "[[exercise.check]]\nm = 2\n"), "size \"n\""));
  CHECK(contains(sentence(std::string(kDoubled) + "[[exercise.input]]\nbuffer = \"out\"\n"),
                 "no buffer that the kernel reads"));
  CHECK(contains(sentence("show = \"never\"\n"), "[[exercise]]"));
  CHECK(contains(sentence("[exercise"), "hidden.toml"));
}

TEST_CASE("course.toml names hidden checks beside itself") {
  const test::TemporaryFolder folder;
  const auto all = exercise::load_all(kExercises);
  const auto file = folder.write("course.toml", "hidden = \"hidden.toml\"\n");
  const Result<CourseFile> course = load_course(file, *all);
  REQUIRE(course);
  CHECK(course->hidden == folder.path() / "hidden.toml");
  CHECK(default_course(*all).hidden.empty());
}
