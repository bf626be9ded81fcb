// marks.csv: a line for each student. gates.csv: a line for each gate of each student.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/fields.hpp"
#include "course/format.hpp"
#include "course/timed_on.hpp"

namespace warplab::course {
namespace {

// What stands in the place of points that are not known: nothing, and never 0.
std::string cell_of(const Mark& mark) { return mark.has_points ? points_text(mark.earned) : ""; }

std::string wide(const Marks& marks) {
  std::string text = "student,name,email";
  for (const CourseExercise& exercise : marks.course.exercises)
    text += "," + csv_cell(exercise.slug);
  text += ",total,possible,complete\n";
  for (const StudentMarks& of : marks.students) {
    text += fmt::format("{},{},{}", csv_cell(of.student.student), csv_cell(of.student.name),
                        csv_cell(of.student.email));
    for (const Mark& mark : of.marks) text += "," + cell_of(mark);
    text += fmt::format(",{},{},{}\n", points_text(of.earned), points_text(of.possible),
                        of.complete ? "yes" : "no");
  }
  return text;
}

std::string number_in(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? points_text(found->get<double>()) : "";
}

// The last three columns.
std::string timed_cells(const std::optional<TimedOn>& timed) {
  if (!timed) return ",,,";
  return fmt::format(",{},{},{}", csv_cell(timed->gpu), timed->driver, clock_text(*timed));
}

std::string gate_lines(const std::string& begin, const std::string& prefix,
                       const nlohmann::json& result) {
  std::string text;
  const std::string timed = timed_cells(timed_on(result));
  for (const nlohmann::json& gate : result.value("gates", nlohmann::json::array()))
    text +=
        fmt::format("{},{},{},{},{},{},{}{}\n", begin, csv_cell(prefix + text_in(gate, "name")),
                    text_in(gate, "status"), number_in(gate, "earned"), number_in(gate, "possible"),
                    number_in(gate, "line"), csv_cell(text_in(gate, "message")), timed);
  return text;
}

std::string by_gate(const Marks& marks) {
  std::string text =
      "student,exercise,state,score,days_late,points,possible,gate,status,earned,gate_points,line,"
      "message,gpu,driver,clock_mhz\n";
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks) {
      const std::string begin = fmt::format(
          "{},{},{},{},{},{},{}", csv_cell(of.student.student), csv_cell(mark.slug),
          name_of(mark.state), mark.state == MarkState::graded ? points_text(mark.score) : "",
          mark.days_late, cell_of(mark), points_text(mark.possible));
      if (!mark.result) {
        text += fmt::format("{},,,,,,{}{}\n", begin, csv_cell(mark.sentence), timed_cells({}));
        continue;
      }
      text += gate_lines(begin, "", *mark.result);
      if (const auto hidden = mark.result->find("hidden"); hidden != mark.result->end())
        text += gate_lines(begin, "hidden: ", *hidden);
    }
  return text;
}

}  // namespace

extern const CourseFormat kCsv, kLongCsv;
constinit const CourseFormat kCsv = {"csv", "marks.csv", "students x exercises", wide};
constinit const CourseFormat kLongCsv = {"csv-gates", "gates.csv", "a line for each gate", by_gate};

}  // namespace warplab::course
