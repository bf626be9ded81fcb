// What learning platforms import: Moodle's and Canvas's grade CSV, and the bodies of LTI's scores.
// Sources: docs.moodle.org, Grade import; Canvas guides, "How do I import grades in the
// Gradebook?"; IMS LTI Assignment and Grade Services 2.0, Score (all 2026).
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "course/format.hpp"
#include "course/layout.hpp"
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

// An assignment's own grading worksheet, which Moodle's "Upload grading worksheet" takes. It finds
// people by the numbers of their submissions, and wants to know when a grade was given last.
std::string moodle_worksheet(const Marks& marks) {
  std::string text =
      "Identifier,Full name,Email address,Grade,Maximum grade,Last modified (grade)\n";
  for (const StudentMarks& of : marks.students) {
    const std::string number = moodle_participant(of.student, marks.about);
    if (number.empty()) continue;
    text += fmt::format("Participant {},{},{},{},{},-\n", number, csv_cell(of.student.name),
                        csv_cell(of.student.email), total_cell(of), points_text(of.possible));
  }
  return text;
}

// Canvas wants a line with the points that are possible, and finds people by "ID".
std::string canvas(const Marks& marks) {
  std::string text = "Student,ID,SIS User ID,SIS Login ID,Section";
  std::string possible = "\n    Points Possible,,,,";
  double all = 0;
  for (const CourseExercise& exercise : marks.course.exercises) {
    text += "," + csv_cell(exercise.slug);
    possible += "," + points_text(exercise.points);
    all += exercise.points;
  }
  text += "," + csv_cell(title_of(marks)) + possible + "," + points_text(all) + "\n";
  for (const StudentMarks& of : marks.students) {
    text += fmt::format("{},{},,{},", csv_cell(of.student.name), csv_cell(of.student.student),
                        csv_cell(of.student.email));
    for (const Mark& mark : of.marks)
      text += "," + (mark.has_points ? points_text(mark.earned) : std::string());
    text += "," + total_cell(of) + "\n";
  }
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

std::string moodle_participant(const StudentRow& student, const About& about) {
  if (about.layout != name_of(Layout::moodle)) return {};
  // "Kim Lee_12345_assignsubmission_file_"; in a flat folder there is none, and who it is has the
  // number.
  const size_t end = student.path.find("_assignsubmission");
  const size_t begin = end == std::string::npos ? end : student.path.rfind('_', end - 1);
  return begin == std::string::npos ? student.owner
                                    : student.path.substr(begin + 1, end - begin - 1);
}

extern const CourseFormat kMoodle, kMoodleWorksheet, kCanvas, kAgs;
constinit const CourseFormat kMoodle = {"moodle-csv", "moodle.csv", "Moodle's grade import",
                                        moodle};
constinit const CourseFormat kMoodleWorksheet = {"moodle-worksheet", "moodle-worksheet.csv",
                                                 "Moodle's grading worksheet of an assignment",
                                                 moodle_worksheet};
constinit const CourseFormat kCanvas = {"canvas-csv", "canvas.csv", "Canvas's grade import",
                                        canvas};
constinit const CourseFormat kAgs = {"ags", "ags.json", "LTI scores", ags};

}  // namespace warplab::course
