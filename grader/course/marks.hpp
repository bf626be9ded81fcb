#pragma once
// From attempts and their results to marks: what every report of a course is made of.
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "course/course_file.hpp"
#include "course/journal.hpp"

namespace warplab::course {

enum class MarkState : uint8_t {
  graded,
  missing,     // nothing was handed in: 0 points
  unreadable,  // something was, and it cannot be read: a sentence why, and what the course says
  not_graded,  // the grader's trouble: no points, and no 0
  waiting,     // not graded yet
};
std::string_view name_of(MarkState state);  // "graded", "missing", ...

// One of a student's graded attempts at an exercise.
struct PastAttempt {
  double score = 0;                  // 0 ... 1
  std::optional<int64_t> submitted;  // seconds since 1970
};

struct Mark {
  std::string slug;
  MarkState state = MarkState::waiting;
  std::string sentence;              // why it is not graded
  bool has_points = false;           // false: they are not known, which is not 0
  double score = 0;                  // 0 ... 1, of the attempt that counts
  std::optional<int64_t> submitted;  // when that was handed in, seconds since 1970
  int days_late = 0;
  double factor = 1;                 // what is left for the days
  double earned = 0, possible = 0;   // points of the course
  size_t attempts = 0;               // of those that could count
  size_t attempt = 0;                // which of the history counts, from 1; 0: none
  std::vector<PastAttempt> history;  // all that have a result, in the order of the journal
  std::string path;                  // of the file that counts
  std::string file_hash;             // its key in Marks::sources
  std::string predictions_hash;      // as in Key
  std::string programs, key;         // of the result: which made it, and where it is kept
  // One element of the report's "exercises" (docs/GRADING.md); null: there is none.
  std::shared_ptr<const nlohmann::json> result;
};

struct StudentMarks {
  StudentRow student;
  std::vector<Mark> marks;  // one for each exercise, in the order of the course
  double earned = 0, possible = 0;
  // Every mark has its points.
  bool complete = true;
};

struct Marks {
  CourseFile course;
  About about;
  std::map<std::string, std::string> sources;  // texts of the files that count, by hash
  // What everybody was given, or may have seen, by slug: starter, solution and reference. The
  // caller's.
  std::map<std::string, std::vector<std::string>> given;
  std::map<std::string, std::string> references;  // by slug
  std::vector<StudentMarks> students;
};

Result<Marks> marks_of(const Journal& journal, const CourseFile& course);

}  // namespace warplab::course
