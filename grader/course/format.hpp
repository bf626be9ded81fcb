#pragma once
// What `grader course ... --format` may say: reports of a whole course. A format is a file of its
// own that defines one CourseFormat, and one row of kFormats in formats.cpp.
#include <span>
#include <string>
#include <string_view>

#include "course/marks.hpp"

namespace warplab::course {

struct CourseFormat {
  std::string_view name;
  std::string_view file;     // that it is written to, in the folder of results
  std::string_view summary;  // for --help
  // The same marks give the same bytes, however often the run was interrupted.
  std::string (*write)(const Marks& marks) = nullptr;
};

std::span<const CourseFormat* const> course_formats();
const CourseFormat* course_format_named(std::string_view name);  // null: there is none

// The number by which an assignment of Moodle knows the student, "12345"; empty where the class is
// none of Moodle's.
std::string moodle_participant(const StudentRow& student, const About& about);

// A cell of comma-separated values. A text that a spreadsheet would take for a formula gets an
// apostrophe in front, as students choose their names.
std::string csv_cell(std::string_view text);
// 4, 3.5, 0.333333: at most six digits after the point, none that are not needed.
std::string points_text(double points);

}  // namespace warplab::course
