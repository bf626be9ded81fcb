// All the exercises below one folder, and what one broken exercise does to the others.
#include <fstream>

#include "sample_exercise.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

// A folder of exercises of its own, made of copies of the sample.
class Catalog {
 public:
  void add(const std::string& name, const std::string& student_file) const {
    const fs::path exercise = folder() / name;
    fs::create_directories(exercise);
    fs::copy_file(kData / "01-sample/sample.cu", exercise / student_file);
    fs::copy_file(kData / "01-sample/reference.cu", exercise / "reference.cu");
    fs::copy_file(kData / "01-sample/statement.md", exercise / "statement.md");
    std::string text = text_of(kData / "good/copy-of-doubles.toml");
    text.replace(text.find("sample.cu"), 9, student_file);
    std::ofstream(exercise / "exercise.toml") << text;
  }
  const fs::path& folder() const { return own_.path(); }

 private:
  test::TemporaryFolder own_;
};

}  // namespace

TEST_CASE("exercises come in the order of their numbers") {
  const Catalog course;
  course.add("10-late", "late.cu");
  course.add("9-early", "early.cu");
  course.add("22-last", "last.cu");
  fs::create_directories(course.folder() / "no-exercise");
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  std::vector<std::string> slugs;
  for (const Entry& entry : *entries) {
    REQUIRE_MESSAGE(entry.exercise, (entry.exercise ? "" : entry.exercise.error()));
    slugs.push_back(entry.exercise->slug);
  }
  CHECK(slugs == std::vector<std::string>{"early", "late", "last"});
}

TEST_CASE("one broken exercise leaves the others usable") {
  const Catalog course;
  course.add("01-good", "good.cu");
  course.add("02-broken", "broken.cu");
  std::ofstream(course.folder() / "02-broken/exercise.toml") << "title = ";
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find("02-broken/exercise.toml:1: not valid TOML") !=
        std::string::npos);
}

TEST_CASE("two exercises may not share a name or a student's file") {
  const Catalog course;
  course.add("01-one", "one.cu");
  course.add("02-one", "two.cu");
  course.add("03-three", "one.cu");
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find("the exercise \"one\" is in") != std::string::npos);
  REQUIRE(!entries->at(2).exercise);
  CHECK(entries->at(2).exercise.error().find("\"one.cu\" is the student's file of") !=
        std::string::npos);
}

TEST_CASE("a folder that is missing or holds no exercise is an error") {
  const auto missing = load_all(kData / "nowhere");
  REQUIRE(!missing);
  CHECK(missing.error().find("cannot be read") != std::string::npos);
  const auto none = load_all(kData / "good");
  REQUIRE(!none);
  CHECK(none.error().find("holds no exercise; expected folders such as") != std::string::npos);
}

TEST_CASE("a folder that is named like an exercise and cannot be used is not passed over") {
  const Catalog course;
  course.add("01-good", "good.cu");
  fs::create_directories(course.folder() / "02-empty");
  fs::create_directories(course.folder() / "03-folder/exercise.toml");
  fs::create_directories(course.folder() / "notes");
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  REQUIRE(entries->size() == 3);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find("there is no file") != std::string::npos);
  REQUIRE(!entries->at(2).exercise);
  CHECK(entries->at(2).exercise.error().find("it is no ordinary file") != std::string::npos);
}

TEST_CASE("a link to an exercise that is gone is told, a file with a number is not one") {
  const Catalog course;
  course.add("01-good", "good.cu");
  fs::create_directory_symlink(course.folder() / "gone", course.folder() / "02-moved");
  std::ofstream(course.folder() / "03-notes.txt") << "none";
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find("02-moved/exercise.toml") != std::string::npos);
}

TEST_CASE("a folder that is an exercise and an experiment is neither") {
  const Catalog course;
  course.add("01-good", "good.cu");
  course.add("02-both", "both.cu");
  std::ofstream(course.folder() / "02-both/experiment.toml") << "title = \"x\"";
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find(
            "stands beside an exercise.toml; expected a folder of its own") != std::string::npos);
}

TEST_CASE("a file of an exercise that is a link out of its folder is refused, one inside is not") {
  const Catalog course;
  course.add("01-inside", "inside.cu");
  course.add("02-outside", "outside.cu");
  std::ofstream(course.folder() / "secret.md") << "text";
  const auto replace = [&](const std::string& exercise, const std::string& target) {
    fs::rename(course.folder() / exercise / "statement.md",
               course.folder() / exercise / "other.md");
    fs::create_symlink(target, course.folder() / exercise / "statement.md");
  };
  replace("01-inside", "other.md");
  replace("02-outside", "../secret.md");
  const auto entries = load_all(course.folder());
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(0).exercise);
  REQUIRE(!entries->at(1).exercise);
  CHECK(entries->at(1).exercise.error().find("leads out of the exercise's folder") !=
        std::string::npos);
}
