#include "course/marks.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "course/format.hpp"
#include "made_up.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;
using test::TemporaryFolder;

namespace {

// A journal with one student who handed in file "f1" at 100 and then "f2" at 200.
class Class {
 public:
  Class() : journal_(std::move(*Journal::open(folder_.path() / "j"))) {
    about_.options = "sim";
    for (const exercise::Entry& entry : made_up::exercises())
      about_.exercises.push_back(
          {entry.exercise->slug, entry.exercise->title, entry.exercise->hash});
    hand_in("f1", 100);
    hand_in("f2", 200);
  }
  void hand_in(const std::string& hash, int64_t when) {
    const std::vector<StudentRow> kim{
        {"kim", "kim", "=Kim, Lee", "", "kim", when, "x", false, "{}"}};
    REQUIRE(bool(journal_.set_course(about_, kim,
                                     {{"kim", "copy", "kim/copy.cu", hash, "", when},
                                      {"kim", "column-sums", "", "", "It is missing.", when}},
                                     {{hash, "text"}})));
  }
  void grade(const std::string& hash, double score, const nlohmann::json& gpu = nullptr) {
    const Key key = *about_.key_of("copy", hash);
    const std::string json =
        nlohmann::json{{"gpu", gpu},
                       {"slug", "copy"},
                       {"score", score},
                       {"gates", {{{"name", "correct"}, {"status", "pass"}, {"earned", 1}}}}}
            .dump();
    REQUIRE(
        bool(journal_.add({key.text(), "copy", hash, key.exercise_hash, "sim", 0, json, 1, ""})));
  }
  void not_graded(const std::string& hash) {
    REQUIRE(
        bool(journal_.add_not_graded({about_.key_of("copy", hash)->text(), "copy", "No memory."})));
  }
  void change_exercise() {
    about_.exercises[0].hash = "another";
    hand_in("f2", 200);
  }
  Marks marks(Counts counts = Counts::best, const Deadline& deadline = {}) const {
    CourseFile file;
    file.counts = counts;
    file.exercises = {{"copy", 10, deadline}, {"column-sums", 5, {}}};
    Result<Marks> marks = marks_of(journal_, file);
    REQUIRE(bool(marks));
    return *marks;
  }

 private:
  TemporaryFolder folder_;
  Journal journal_;
  About about_;
};

const Mark& copy_of(const Marks& marks) { return marks.students.at(0).marks.at(0); }

}  // namespace

TEST_CASE("the best attempt counts, or the last one") {
  Class course;
  course.grade("f1", 0.9);
  course.grade("f2", 0.4);
  CHECK(copy_of(course.marks()).earned == doctest::Approx(9));
  CHECK(copy_of(course.marks()).attempts == 2);
  CHECK(copy_of(course.marks(Counts::last)).earned == doctest::Approx(4));
}

TEST_CASE("a better attempt that is late counts with what the days leave of it") {
  Class course;
  course.grade("f1", 0.5);
  course.grade("f2", 1);
  const Deadline half{150, 5, 0.4};
  CHECK(copy_of(course.marks(Counts::best, half)).earned == doctest::Approx(6));
  CHECK(copy_of(course.marks(Counts::best, half)).days_late == 1);
  const Deadline none{150, 5, 0.9};
  CHECK(copy_of(course.marks(Counts::best, none)).earned == doctest::Approx(5));
}

TEST_CASE("missing is 0; what the grader could not do is no points and no 0") {
  Class course;
  Marks marks = course.marks();
  CHECK(marks.students[0].marks[1].state == MarkState::missing);
  CHECK(copy_of(marks).state == MarkState::waiting);
  CHECK_FALSE(marks.students[0].complete);
  course.not_graded("f2");
  marks = course.marks();
  CHECK(copy_of(marks).state == MarkState::not_graded);
  CHECK(copy_of(marks).sentence == "No memory.");
  const std::string csv = course_format_named("csv")->write(marks);
  CHECK(contains(csv, ",,0,0,15,no\n"));
  course.grade("f2", 1);
  CHECK(course.marks().students[0].complete);
}

TEST_CASE("results of another version of an exercise do not count") {
  Class course;
  course.grade("f2", 1);
  course.change_exercise();
  CHECK(copy_of(course.marks()).state == MarkState::waiting);
}

TEST_CASE("names are no formulas in a spreadsheet, and commas stay in their cell") {
  Class course;
  course.grade("f2", 1);
  const std::string csv = course_format_named("csv")->write(course.marks());
  CHECK(csv ==
        "student,name,email,copy,column-sums,total,possible,complete\n"
        "kim,\"'=Kim, Lee\",,10,0,10,15,yes\n");
  CHECK(csv_cell("+1") == "'+1");
  CHECK(csv_cell("a\"b") == "\"a\"\"b\"");
  CHECK(csv_cell("a\x1b[31m") == "a?[31m");
}

TEST_CASE("every report of a course has a name and a file of its own, and is the same each time") {
  Class course;
  course.grade("f2", 0.25);
  std::set<std::string_view> names, files;
  for (const CourseFormat* format : course_formats()) {
    CHECK(names.insert(format->name).second);
    CHECK(files.insert(format->file).second);
    const std::string text = format->write(course.marks());
    CHECK_FALSE(text.empty());
    CHECK(text == format->write(course.marks()));
  }
  const auto written = nlohmann::json::parse(course_format_named("json")->write(course.marks()));
  CHECK(written["students"][0]["points"] == 2.5);
  CHECK(written["students"][0]["exercises"][0]["result"]["score"] == 0.25);
  CHECK(written["students"][0]["exercises"][1]["state"] == "missing");
}

TEST_CASE("points as people write them") {
  CHECK(points_text(4) == "4");
  CHECK(points_text(3.5) == "3.5");
  CHECK(points_text(1.0 / 3) == "0.333333");
  CHECK(points_text(0) == "0");
}

TEST_CASE("what was timed names the GPU, the driver and the clock; what was not has empty cells") {
  const nlohmann::json gpu{
      {"name", "NVIDIA H200"}, {"driver_version", 13000}, {"timings", {{{"clock_mhz", 1965.2}}}}};
  Class course;
  course.grade("f2", 1, gpu);
  const std::string csv = course_format_named("csv-gates")->write(course.marks());
  CHECK(contains(csv, ",line,message,gpu,driver,clock_mhz\n"));
  CHECK(contains(csv, ",correct,pass,1,,,,NVIDIA H200,13.0,1965\n"));
  CHECK(contains(csv, "column-sums,missing,,0,0,5,,,,,,It is missing.,,,\n"));
  const auto page = [](const Class& of) { return course_format_named("html")->write(of.marks()); };
  CHECK(contains(page(course), "Timed on NVIDIA H200, driver 13.0 at 1965 MHz."));
  Class simulated;
  simulated.grade("f2", 1);
  CHECK(contains(course_format_named("csv-gates")->write(simulated.marks()),
                 ",correct,pass,1,,,,,,\n"));
  CHECK_FALSE(contains(page(simulated), "Timed on"));
}

TEST_CASE("Canvas has a column for each exercise, and Moodle's worksheet its own numbers") {
  Class course;
  course.grade("f1", 0.9);
  Marks marks = course.marks();
  marks.students[0].student.path = "Kim Lee_12345_assignsubmission_file_";
  const std::string canvas = course_format_named("canvas-csv")->write(marks);
  CHECK(contains(canvas, "Section,copy,column-sums,Warp Lab\n    Points Possible,,,,,10,5,15\n"));
  CHECK(contains(canvas, ",kim,,,,9,0,9\n"));
  const CourseFormat& worksheet = *course_format_named("moodle-worksheet");
  CHECK(!contains(worksheet.write(marks), "Participant"));
  marks.about.layout = "Moodle";
  CHECK(contains(worksheet.write(marks), "Participant 12345,"));
  CHECK(contains(worksheet.write(marks), ",9,15,-\n"));
}
