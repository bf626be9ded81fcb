#include "course/course_file.hpp"

#include "course/students.hpp"
#include "made_up.hpp"

using namespace warplab;
using namespace warplab::course;
using test::TemporaryFolder;

namespace {

Result<CourseFile> load(const std::string& text) {
  const TemporaryFolder folder;
  return load_course(folder.write("course.toml", text), made_up::exercises());
}

constexpr int64_t kDay = 86400;

}  // namespace

TEST_CASE("points, deadlines and what counts") {
  const Result<CourseFile> course = load(
      "title = \"GPU\"\nattempts = \"last\"\ndeadline = 2026-11-30T23:59:00+01:00\n"
      "late_days = 2\nlate_deduction = 0.1\n"
      "[[exercise]]\nname = \"11-copy\"\npoints = 10\n"
      "[[exercise]]\nname = \"column-sums\"\ndeadline = \"2026-12-05\"\nlate_days = 0\n");
  REQUIRE(bool(course));
  CHECK(course->counts == Counts::last);
  REQUIRE(course->exercises.size() == 2);
  CHECK(course->exercises[0].points == 10);
  CHECK(course->exercises[0].deadline.at == parse_time("2026-11-30T22:59:00Z"));
  CHECK(course->exercises[1].deadline.at == parse_time("2026-12-05T00:00:00Z"));
  CHECK(course->exercises[1].deadline.late_days == 0);
  CHECK(course->exercises[1].deadline.deduction == doctest::Approx(0.1));
}

TEST_CASE("a time without a zone is in the course's, where it names one") {
  const std::string deadlines =
      "deadline = 2026-11-30T23:59:00\n[[exercise]]\nname = \"copy\"\n"
      "[[exercise]]\nname = \"column-sums\"\ndeadline = \"2026-12-05 10:00 Z\"\n";
  const Result<CourseFile> berlin = load("time_zone = \"Europe/Berlin\"\n" + deadlines);
  REQUIRE(bool(berlin));
  CHECK(berlin->exercises[0].deadline.at == parse_time("2026-11-30T22:59:00Z"));
  CHECK(berlin->exercises[1].deadline.at == parse_time("2026-12-05T10:00:00Z"));
  CHECK(load(deadlines)->exercises[0].deadline.at == parse_time("2026-11-30T23:59:00Z"));
}

TEST_CASE("without exercises all of them count alike") {
  const Result<CourseFile> course = load("title = \"GPU\"\n");
  REQUIRE(bool(course));
  CHECK(course->exercises.size() == 2);
  CHECK(course->counts == Counts::best);
}

TEST_CASE("a mistake in course.toml names file, line and key") {
  for (const auto& [text, sentence] :
       {std::pair<std::string, std::string>{"[[exercise]]\nname = \"copi\"\n", "course.toml:2:"},
        {"attempts = \"mean\"\n", "course.toml:1:"},
        {"deadline = \"tomorrow\"\n", "course.toml:1:"},
        {"late_deduction = 2\n", "course.toml:1:"},
        {"points = 3\n", "course.toml:1:"},
        {"[[exercise]]\nname = \"copy\"\n[[exercise]]\nname = \"copy\"\n", "course.toml:4:"},
        {"title = \n", "course.toml:1:"}}) {
    CAPTURE(text);
    const Result<CourseFile> course = load(text);
    REQUIRE_FALSE(bool(course));
    CAPTURE(course.error());
    CHECK(test::contains(course.error(), sentence));
  }
}

TEST_CASE("each day begun costs its part; after the last nothing is left") {
  const Deadline deadline{1000, 2, 0.25};
  CHECK(lateness(deadline, 1000).factor == 1);
  CHECK(lateness(deadline, 1001).days == 1);
  CHECK(lateness(deadline, 1001).factor == doctest::Approx(0.75));
  CHECK(lateness(deadline, 1000 + kDay).days == 1);
  CHECK(lateness(deadline, 1001 + kDay).factor == doctest::Approx(0.5));
  CHECK(lateness(deadline, 1001 + 2 * kDay).factor == 0);
  CHECK(lateness(deadline, std::nullopt).factor == 1);
  CHECK(lateness({}, 1'000'000).factor == 1);
}

TEST_CASE("what the course system calls late is a day late where there is a deadline") {
  const Deadline deadline{1000, 2, 0.25};
  CHECK(lateness(deadline, 900, true).days == 1);
  CHECK(lateness(deadline, std::nullopt, true).factor == doctest::Approx(0.75));
  CHECK(lateness(deadline, 1001 + 86400, true).days == 2);
  CHECK(lateness({}, 900, true).factor == 1);
}

TEST_CASE("a clock on a wall shows some hours twice and some never") {
  const TimeZone berlin = *TimeZone::named("Europe/Berlin");
  const auto utc = [&](const char* wall) { return time_text(berlin.utc_of(*parse_time(wall))); };
  CHECK(utc("2026-07-01T12:00") == "2026-07-01T10:00:00Z");
  CHECK(utc("2026-12-01T12:00") == "2026-12-01T11:00:00Z");
  CHECK(utc("2026-10-25T01:59") == "2026-10-24T23:59:00Z");
  CHECK(utc("2026-10-25T02:30") == "2026-10-25T00:30:00Z");  // the first of two
  CHECK(utc("2026-10-25T03:00") == "2026-10-25T02:00:00Z");
  CHECK(utc("2026-03-29T02:30") == "2026-03-29T01:30:00Z");  // never shown
  CHECK(TimeZone::named("-03:30")->utc_of(0) == 12'600);
  for (const char* none :
       {"", "Berlin", "../etc/passwd", "/etc/passwd", "+1:00", "+15:00", "Europe"})
    CHECK(test::contains(TimeZone::named(none).error(), "knows no time zone"));
}
