// course.json, for programs: schema 1, docs/COURSE-GRADING.md describes every key.
#include <nlohmann/json.hpp>

#include "course/format.hpp"
#include "course/students.hpp"

namespace warplab::course {
namespace {

using Json = nlohmann::ordered_json;

Json mark_json(const Mark& mark) {
  return {{"exercise", mark.slug},
          {"state", name_of(mark.state)},
          {"sentence", mark.sentence},
          {"score", mark.state == MarkState::graded ? Json(mark.score) : Json(nullptr)},
          {"submitted", mark.submitted ? Json(time_text(*mark.submitted)) : Json(nullptr)},
          {"days_late", mark.days_late},
          {"factor", mark.factor},
          {"points", mark.has_points ? Json(mark.earned) : Json(nullptr)},
          {"possible", mark.possible},
          {"attempts", mark.attempts},
          {"file", mark.path},
          {"made_by", mark.programs},
          {"result", mark.result ? Json(*mark.result) : Json(nullptr)}};
}

std::string course_json(const Marks& marks) {
  Json students = Json::array();
  for (const StudentMarks& of : marks.students) {
    Json exercises = Json::array();
    for (const Mark& mark : of.marks) exercises.push_back(mark_json(mark));
    students.push_back(
        {{"student", of.student.student},
         {"name", of.student.name},
         {"email", of.student.email},
         {"folder", of.student.path},
         {"submitted", of.student.submitted ? Json(time_text(*of.student.submitted)) : Json()},
         {"submitted_by", of.student.submitted_by},
         {"notes", Json::parse(of.student.notes_json, nullptr, false)},
         {"points", of.earned},
         {"possible", of.possible},
         {"complete", of.complete},
         {"exercises", std::move(exercises)}});
  }
  Json exercises = Json::array(), troubles = Json::array();
  for (const About::Exercise& exercise : marks.about.exercises)
    exercises.push_back(
        {{"slug", exercise.slug}, {"title", exercise.title}, {"hash", exercise.hash}});
  for (const About::Note& note : marks.about.troubles)
    troubles.push_back({{"path", note.path}, {"sentence", note.sentence}});
  const Json json = {{"schema", 1},
                     {"title", marks.course.title},
                     {"version", marks.about.version},
                     {"programs", marks.about.programs},
                     {"graded_with", marks.about.options},
                     {"layout", marks.about.layout},
                     {"exercises", std::move(exercises)},
                     {"troubles", std::move(troubles)},
                     {"students", std::move(students)}};
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace

extern const CourseFormat kJson;
constinit const CourseFormat kJson = {"json", "course.json", "everything, for programs",
                                      course_json};

}  // namespace warplab::course
