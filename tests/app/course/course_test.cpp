#include "course/course.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "course/read_ahead.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

Course with_error(const std::string& message) {
  return Course("exercises", [&](const fs::path&) -> Result<std::vector<exercise::Entry>> {
    return std::vector<exercise::Entry>{{"exercises/07-late", Error{message}}};
  });
}

}  // namespace

TEST_CASE("an exercise that cannot be read is named after its folder") {
  const Course course = with_error("broken");
  REQUIRE(course.entries().size() == 1);
  CHECK(course.entries()[0].slug == "late");
  CHECK(course.entries()[0].order == 7);
  CHECK(course.entries()[0].error == "broken");
  CHECK(course.find("late"));
  CHECK_FALSE(course.find("early"));
}

TEST_CASE("the line of an error is found however the sentence puts it") {
  CHECK(with_error("a/exercise.toml:12: bad").entries()[0].error_line == 12);
  CHECK(with_error("a/exercise.toml, line 3: bad").entries()[0].error_line == 3);
  CHECK(with_error("exercise.toml line 4: bad").entries()[0].error_line == 4);
  CHECK(with_error("exercise.toml is missing").entries()[0].error_line == 0);
}

TEST_CASE("a folder that cannot be read is the course's error") {
  const Course course("nowhere", [](const fs::path&) -> Result<std::vector<exercise::Entry>> {
    return Error{"nowhere is not a folder."};
  });
  CHECK(course.entries().empty());
  CHECK(course.error() == "nowhere is not a folder.");
}

TEST_CASE("a student's file is found flat, in a folder of its own, or as a solution") {
  exercise::Exercise exercise;
  exercise.folder = "exercises/03-sums";
  exercise.slug = "sums";
  exercise.student_file = "sums.cu";
  for (const char* place : {"sums.cu", "sums/sums.cu", "03-sums/sums.cu", "03-sums/solution.cu"}) {
    const TemporaryFolder folder;
    write(folder.path() / place, "x");
    CHECK(student_file_in(folder.path(), exercise) == folder.path() / place);
  }
  const TemporaryFolder empty;
  CHECK(student_file_in(empty.path(), exercise) == empty.path() / "sums.cu");
}

TEST_CASE("a course that is read ahead is read once, and again when it is asked for again") {
  std::atomic<int> exercises = 0, experiments = 0;
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<bool> was_beside = false;
  const CourseLoaders loaders = read_ahead(
      "exercises",
      {[&](const fs::path& from) -> Result<std::vector<exercise::Entry>> {
         if (++exercises == 1) was_beside = std::this_thread::get_id() != here;
         return std::vector<exercise::Entry>{{from / "07-late", Error{"a/exercise.toml:3: bad"}}};
       },
       [&](const fs::path&) -> Result<std::vector<experiment::Entry>> {
         ++experiments;
         return std::vector<experiment::Entry>{};
       }});
  Course course("exercises", loaders.exercises, loaders.experiments);
  CHECK(was_beside);
  REQUIRE(course.entries().size() == 1);
  CHECK(course.entries()[0].error_line == 3);
  CHECK((exercises == 1 && experiments == 1));
  course.reload();
  CHECK(course.entries().size() == 1);
  CHECK((exercises == 2 && experiments == 2));
  // Another folder is not the one that was read.
  CHECK(loaders.exercises("elsewhere")->front().folder == "elsewhere/07-late");
}

TEST_CASE("a folder that cannot be read is told also where it is read ahead") {
  const CourseLoaders loaders =
      read_ahead("nowhere", {[](const fs::path&) -> Result<std::vector<exercise::Entry>> {
                               return Error{"nowhere is not a folder."};
                             },
                             [](const fs::path&) -> Result<std::vector<experiment::Entry>> {
                               return std::vector<experiment::Entry>{};
                             }});
  CHECK(Course("nowhere", loaders.exercises, loaders.experiments).error() ==
        "nowhere is not a folder.");
  // Nor does anything happen where nobody asks.
  (void)read_ahead("nowhere", loaders);
}
