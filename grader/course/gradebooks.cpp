// What learning platforms import: Moodle's and Canvas's grade CSV, and the bodies of LTI's scores.
// Sources: docs.moodle.org, Grade import; Canvas guides, "How do I import grades in the
// Gradebook?"; IMS LTI Assignment and Grade Services 2.0, Score (all 2026).
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "course/format.hpp"
#include "course/students.hpp"

namespace warplab::course {
namespace {

std::string title_of(const Marks& marks) {
  return marks.course.title.empty() ? "Warp Lab" : marks.course.title;
}

// A mark that is not known is an empty cell, which both leave as it was.
std::string total_cell(const StudentMarks& of) { return of.complete ? points_text(of.earned) : ""; }

// Moodle's numbers of submissions are not those of its users; people are found by their e-mail
// address or identity number, of which students.csv knows what is there.
std::string moodle(const Marks& marks) {
  std::string text = "ID number,Full name,Email address";
  for (const CourseExercise& exercise : marks.course.exercises)
    text += "," + csv_cell(exercise.slug + " (points)");
  text += "," + csv_cell(title_of(marks) + " (points)") + "\n";
  for (const StudentMarks& of : marks.students) {
    text += fmt::format("{},{},{}", csv_cell(of.student.student), csv_cell(of.student.name),
                        csv_cell(of.student.email));
    for (const Mark& mark : of.marks)
      text += "," + (mark.has_points ? points_text(mark.earned) : std::string());
    text += "," + total_cell(of) + "\n";
  }
  return text;
}

// Canvas wants a line with the points that are possible, and finds people by "ID".
std::string canvas(const Marks& marks) {
  const double possible = marks.students.empty() ? 0 : marks.students[0].possible;
  std::string text = "Student,ID,SIS User ID,SIS Login ID,Section," + csv_cell(title_of(marks)) +
                     "\n    Points Possible,,,,," + points_text(possible) + "\n";
  for (const StudentMarks& of : marks.students)
    text += fmt::format("{},{},,{},,{}\n", csv_cell(of.student.name), csv_cell(of.student.student),
                        csv_cell(of.student.email), total_cell(of));
  return text;
}

// One body for each student, to be posted to the line item's "/scores".
std::string ags(const Marks& marks) {
  using Json = nlohmann::ordered_json;
  Json scores = Json::array();
  for (const StudentMarks& of : marks.students) {
    Json score = {{"userId", of.student.student}};
    if (of.student.submitted) score["timestamp"] = time_text(*of.student.submitted);
    score["activityProgress"] = "Submitted";
    score["gradingProgress"] = of.complete ? "FullyGraded" : "Pending";
    if (of.complete) {
      score["scoreGiven"] = of.earned;
      score["scoreMaximum"] = of.possible;
    }
    scores.push_back(std::move(score));
  }
  return scores.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace

extern const CourseFormat kMoodle, kCanvas, kAgs;
constinit const CourseFormat kMoodle = {"moodle-csv", "moodle.csv", "Moodle's grade import",
                                        moodle};
constinit const CourseFormat kCanvas = {"canvas-csv", "canvas.csv", "Canvas's grade import",
                                        canvas};
constinit const CourseFormat kAgs = {"ags", "ags.json", "LTI scores", ags};

}  // namespace warplab::course
