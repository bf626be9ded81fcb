// Headers of an exercise and of a course.
#include <fstream>

#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

// exercises/01-sample with the sample's files, made anew for each test.
class SharedHeaders {
 public:
  explicit SharedHeaders(const std::string& name)
      : root_(fs::path(WARPLAB_BINARY_DIR) / "exercise-test" / name) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "common");
    fs::create_directories(root_ / "01-sample");
    for (const char* file : {"sample.cu", "reference.cu", "statement.md"})
      fs::copy(kData / "01-sample" / file, root_ / "01-sample" / file);
    write("01-sample/exercise.toml", text_of(kData / "good/copy-of-doubles.toml"));
  }
  ~SharedHeaders() { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }
  Exercise loaded() const {
    auto exercise = load(root_ / "01-sample");
    REQUIRE_MESSAGE(exercise, exercise.error());
    return std::move(*exercise);
  }
  std::string refusal() const {
    const auto exercise = load(root_ / "01-sample");
    REQUIRE(!exercise);
    return exercise.error();
  }

 private:
  fs::path root_;
};

std::vector<std::string> names_of(const Exercise& exercise) {
  std::vector<std::string> names;
  for (const Header& header : exercise.headers) names.push_back(header.name);
  return names;
}

bool ends_with(const std::string& text, const std::string& end) {
  INFO(text);
  return text.ends_with(end);
}

}  // namespace

TEST_CASE("an exercise has its folder's headers, and of the course's those that are included") {
  const SharedHeaders course("headers-found");
  CHECK(course.loaded().headers.empty());
  course.write("01-sample/mine.cuh", "#pragma once\n# include <first.cuh>\n");
  course.write("common/first.cuh", "#include \"second.cuh\"\n");
  course.write("common/second.cuh", "int second;\n");
  course.write("common/third.cuh", "int third;\n");
  course.write("common/notes.txt", "no header");
  const Exercise exercise = course.loaded();
  CHECK(names_of(exercise) == std::vector<std::string>{"first.cuh", "mine.cuh", "second.cuh"});
  CHECK(exercise.headers[2].text == "int second;\n");
  course.write("01-sample/sample.cu", "  #include \"third.cuh\"\n// #include \"fourth.cuh\"\n");
  CHECK(names_of(course.loaded()) ==
        std::vector<std::string>{"first.cuh", "mine.cuh", "second.cuh", "third.cuh"});
}

TEST_CASE("headers are part of the exercise's hash, and others of the course are not") {
  const SharedHeaders course("headers-hash");
  const std::string without = course.loaded().hash;
  course.write("common/other.cuh", "int a;\n");
  CHECK(course.loaded().hash == without);
  course.write("01-sample/mine.cuh", "int a;\n");
  const std::string with = course.loaded().hash;
  CHECK(with != without);
  course.write("01-sample/mine.cuh", "int b;\n");
  CHECK(course.loaded().hash != with);
}

TEST_CASE("a header that is nowhere is refused with the file and line that include it") {
  const SharedHeaders course("headers-missing");
  course.write("01-sample/reference.cu", "// one\n#include \"nowhere.cuh\"\n");
  CHECK(ends_with(course.refusal(),
                  "01-sample/reference.cu:2: includes \"nowhere.cuh\", which is neither in the "
                  "exercise's folder nor in \"common\" beside it"));
}

TEST_CASE("one name for two headers is refused, and so are links out of the folder") {
  const SharedHeaders course("headers-twins");
  course.write("common/mine.cuh", "int a;\n");
  course.write("01-sample/mine.cuh", "int b;\n");
  CHECK(course.refusal().find("01-sample/mine.cuh: there is another \"mine.cuh\" in ") !=
        std::string::npos);
  const SharedHeaders linked("headers-linked");
  fs::create_symlink("/etc/hostname",
                     fs::path(WARPLAB_BINARY_DIR) / "exercise-test/headers-linked/01-sample/l.cuh");
  CHECK(ends_with(linked.refusal(),
                  "l.cuh: is a link that leads out of its folder; expected the file itself"));
}
