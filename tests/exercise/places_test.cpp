// The copy of an installed course, and what becomes of it when another version is installed.
#include "exercise/places.hpp"

#include <doctest/doctest.h>

#include <chrono>

#include "temporary_folder.hpp"

using namespace warplab;
using warplab::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// A course in one folder, and a person's copy in another.
struct Installed {
  TemporaryFolder folder;
  fs::path shipped = folder.path() / "shipped", copy = folder.path() / "home/exercises";
  void ship(const std::string& name, const std::string& text) const {
    folder.write("shipped/" + name, text);
  }
  void change(const std::string& name, const std::string& text) const {
    folder.write("home/exercises/" + name, text);
  }
  bool update() const { return bool(exercise::copy_course(shipped, copy)); }
  std::string mine(const std::string& name) const { return folder.read("home/exercises/" + name); }
  Installed() {
    ship("22-sums/sums.cu", "starter");
    ship("22-sums/statement.md", "text");
  }
};

}  // namespace

TEST_CASE("a course is copied whole, and once") {
  const Installed course;
  CHECK(course.update());
  CHECK(course.mine("22-sums/sums.cu") == "starter");
  CHECK(course.mine("22-sums/statement.md") == "text");
  const auto written = fs::last_write_time(course.copy / ".copied");
  CHECK(course.update());
  CHECK(fs::last_write_time(course.copy / ".copied") == written);
}

TEST_CASE("another version brings what is new, and leaves what a student has written") {
  const Installed course;
  REQUIRE(course.update());
  course.change("22-sums/sums.cu", "my own work");
  course.change("22-sums/notes.txt", "mine");
  course.ship("22-sums/sums.cu", "a newer starter");
  course.ship("22-sums/statement.md", "a clearer text");
  course.ship("23-new/new.cu", "new");
  CHECK(course.update());
  CHECK(course.mine("22-sums/sums.cu") == "my own work");
  CHECK(course.mine("22-sums/notes.txt") == "mine");
  CHECK(course.mine("22-sums/statement.md") == "a clearer text");
  CHECK(course.mine("23-new/new.cu") == "new");
}

TEST_CASE("what is no longer shipped goes, unless somebody has changed it") {
  const Installed course;
  course.ship("22-sums/hint-1.md", "hint");
  REQUIRE(course.update());
  course.change("22-sums/sums.cu", "my own work");
  fs::remove(course.shipped / "22-sums/sums.cu");
  fs::remove(course.shipped / "22-sums/hint-1.md");
  CHECK(course.update());
  CHECK(course.mine("22-sums/sums.cu") == "my own work");
  CHECK_FALSE(fs::exists(course.copy / "22-sums/hint-1.md"));
}

TEST_CASE("a file of the student's that was there before the course stays") {
  const Installed course;
  course.change("22-sums/sums.cu", "from last year");
  CHECK(course.update());
  CHECK(course.mine("22-sums/sums.cu") == "from last year");
  CHECK(course.mine("22-sums/statement.md") == "text");
}

TEST_CASE("a copy that cannot be written is one sentence with the file's name") {
  const Installed course;
  course.folder.write("home/exercises", "a file where the folder should be");
  const Result<bool> done = exercise::copy_course(course.shipped, course.copy);
  REQUIRE_FALSE(bool(done));
  CHECK(done.error().find("cannot be written") != std::string::npos);
}

TEST_CASE("programs that are built in a clone work on the clone itself") {
  CHECK(*exercise::own_exercises() == exercise::shipped_folder("exercises"));
  CHECK(exercise::shipped_folder("no/such/folder").empty());
}
