#pragma once
// Whose files are whose: a folder as a course system hands it out, read as students and exercises.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/tree.hpp"
#include "exercise/exercise.hpp"

namespace warplab::course {

// How the names in the folder were read. docs/COURSE-GRADING.md has an example of each.
enum class Layout : uint8_t {
  folders,     // one folder, or zip, a student
  moodle,      // "Kim Lee_12345_assignsubmission_file_"
  canvas,      // "leekim_12345_67890_column_sums.cu", "leekim_LATE_12345_67890_work.zip"
  gradescope,  // "submission_123456", with submission_metadata.yml
  classroom,   // "assignment-user": clones of GitHub Classroom or Classroom 50
};
std::string_view name_of(Layout layout);  // "one folder a student", "Moodle", ...

// What answers one exercise.
struct Answer {
  std::string path;  // in the tree; empty: there is none
  Result<std::string> text = Error{""};
  int64_t modified = 0;
};

struct Submission {
  std::string student;      // unique in the course, and the same for every run: "12345", "kim"
  std::string name, email;  // as far as they are known
  std::string path;         // in the tree: "Kim Lee_12345_assignsubmission_file_"
  // When it was handed in, seconds since 1970, and who says so; none: not known.
  std::optional<int64_t> submitted;
  std::string submitted_by;  // "students.csv", "submission_metadata.yml", "the file's date"
  bool marked_late = false;  // the course system says so in the name
  std::map<std::string, Answer> answers;  // by slug, for each exercise of the course
  // predictions.json, what the student said in experiments; `path` empty: there is none.
  Answer predictions;
  std::vector<std::string> unused;  // kernels that answer no exercise, with what was meant
  std::vector<Trouble> troubles;
};

struct Submissions {
  Layout layout = Layout::folders;
  std::string root;                     // the folder in the tree that holds the students, or ""
  std::vector<Submission> submissions;  // by student
  std::vector<Trouble> troubles;        // of names that were not understood
};

// students.csv: a first line with the names of columns, in any order: `folder` (a name in the
// submissions) or `id`, and any of `id`, `name`, `email`, `submitted` (2026-11-30T23:59:00Z).
struct KnownStudent {
  std::string folder, id, name, email;
  std::optional<int64_t> submitted;
};
// The Error names file and line.
Result<std::vector<KnownStudent>> read_students(std::string_view text, const std::string& file);

// Rows of comma-separated values (RFC 4180: quotes, doubled quotes, line breaks in quotes). A
// semicolon separates where the first line has one and no comma, a tab where it has neither, as
// some spreadsheets write them. `open_quote` becomes the row, from 1, of a quote that is never
// closed; 0: there is none.
std::vector<std::vector<std::string>> read_csv(std::string_view text, size_t* open_quote = nullptr);

// "2026-11-30T23:59:00Z", "2026-11-30 23:59:00 +0100", "2026-11-30": seconds since 1970. Without a
// zone it is UTC. None: it is no such text.
std::optional<int64_t> parse_time(std::string_view text);
std::string time_text(int64_t seconds);  // "2026-11-30T23:59:00Z"

// The text of a list, "students.csv", beside the submissions or in a folder around them; null:
// there is none.
const std::string* list_in(const Tree& tree, const std::vector<exercise::Entry>& exercises,
                           const std::string& name);

Submissions read_submissions(const Tree& tree, const std::vector<exercise::Entry>& exercises,
                             const std::vector<KnownStudent>& students);

// One sentence for each answer that is not in `after` what it was in `before`.
std::vector<std::string> changes_between(const Submissions& before, const Submissions& after);

}  // namespace warplab::course
