#pragma once
// Whose names are whose: what a course system calls the files and folders that it hands out.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "course/handout.hpp"
#include "course/students.hpp"
#include "exercise/exercise.hpp"

namespace warplab::course {

// How the names in the folder were read. docs/COURSE-GRADING.md has an example of each.
enum class Layout : uint8_t {
  folders,     // one folder, or zip, a student
  moodle,      // "Kim Lee_12345_assignsubmission_file_", or with a file's name behind it
  canvas,      // "leekim_12345_67890_column_sums.cu", "leekim_LATE_12345_67890_work.zip"
  gradescope,  // "submission_123456", with submission_metadata.yml
  classroom,   // "assignment-user" in "assignment-submissions": clones of GitHub Classroom
};
std::string_view name_of(Layout layout);  // "one folder a student", "Moodle", ...

struct Person {
  // What the system, or else the name of a folder, says who it is: "12345", "kim". It depends on
  // nothing but this student's own names, so that it is the same at every run.
  std::string owner;
  std::string name, email;  // as far as they are known
};

// One name in the class that is somebody's.
struct Place {
  std::string path;   // from the root
  std::string file;   // what its student called it, where the system joined it with other words
  bool late = false;  // the system says so in the name
};

// What was handed in together: by one student, or by a group.
struct Group {
  std::vector<Person> people;
  std::vector<Place> places;         // none: the system names a submission that is not there
  std::optional<int64_t> submitted;  // by the system's list
};

struct ClassNames {
  Layout layout = Layout::folders;
  std::string root;                    // the folder that holds the students, or ""
  std::string prefix;                  // of the names of clones, which is no part of a student's
  std::vector<KnownStudent> students;  // of students.csv
  std::vector<Group> groups;
  std::vector<Trouble> troubles;  // names that are nobody's
};

// `students` is the list that the teacher named; none: students.csv beside the submissions or in a
// folder around them. The Error says why it is not known who is who.
Result<ClassNames> read_names(const Handout& handout, const std::vector<exercise::Entry>& exercises,
                              const std::optional<std::vector<KnownStudent>>& students);

// How well a kernel's path fits an exercise: smaller is better; none: not at all. `name` is the
// file's as its student called it.
std::optional<int> fit(std::string_view path, const std::string& name,
                       const exercise::Exercise& exercise);

}  // namespace warplab::course
