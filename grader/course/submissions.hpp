#pragma once
// Who handed in what, and when: a class's folder or zip read as students and their answers.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/handout.hpp"
#include "course/layout.hpp"
#include "course/student_files.hpp"
#include "course/students.hpp"
#include "course/time_zone.hpp"
#include "exercise/exercise.hpp"

namespace warplab::course {

// When something was handed in, and who says so.
struct HandedIn {
  std::optional<int64_t> at;  // seconds since 1970; none: not known
  std::string by;             // "students.csv", "submission_metadata.yml", "the file's date"
  // The date is a zip's and the course names no zone: `at` is what a clock on a wall showed.
  bool lacks_zone = false;
  bool marked_late = false;  // the course system says so in the name
};

// What answers one exercise.
struct Answer {
  std::string path;  // from the root; empty: there is none
  Result<std::string> text = Error{""};
  HandedIn handed_in;
  bool is_missing = false;  // and no file is there that may be meant
};

struct Submission {
  std::string student;      // unique in the course, and the same for every run: "12345", "kim"
  std::string owner;        // as in Person: who it is without students.csv
  std::string name, email;  // as far as they are known
  std::string path;         // from the root: "Kim Lee_12345_assignsubmission_file_"
  std::map<std::string, Answer> answers;  // by slug, for each exercise of the course
  // predictions.json, what the student said in experiments; `path` empty: there is none.
  Answer predictions;
  std::vector<std::string> unused;  // kernels that answer no exercise, with what was meant
  std::vector<Trouble> troubles;
  HandedIn handed_in() const;  // of the newest of the answers
};

struct Submissions {
  Layout layout = Layout::folders;
  std::string root;                     // the folder that holds the students, or ""
  std::vector<Submission> submissions;  // by student
  std::vector<Trouble> troubles;        // of names that were not understood
};

// What submissions are read by.
struct Reading {
  const std::vector<exercise::Entry>& exercises;
  // The teacher's list; none: students.csv beside the submissions or in a folder around them.
  std::optional<std::vector<KnownStudent>> students;
  const TimeZone* zone = nullptr;  // of the dates in zips; null: the course names none
  StudentLimits limits;
};

// The Error says why the class is not known, so that nothing can be graded.
Result<Submissions> read_submissions(const Handout& handout, const Reading& reading);

// Everything in it as one student's, who has no name.
Submission read_single(const Handout& handout, const std::vector<exercise::Entry>& exercises);

// One sentence for each answer that is not in `after` what it was in `before`.
std::vector<std::string> changes_between(const Submissions& before, const Submissions& after);

}  // namespace warplab::course
