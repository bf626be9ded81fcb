#pragma once
// Everything that a course's journal is written as: marks, cards and feedback of each student.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/course_file.hpp"
#include "course/hidden_file.hpp"
#include "course/journal.hpp"
#include "course_options.hpp"
#include "exercise/exercise.hpp"
#include "experiment/asked_predictions.hpp"
#include "signature.hpp"

namespace warplab::grader {

// The exercises, and what the course makes of them.
struct Course {
  std::vector<exercise::Entry> all;
  course::CourseFile file;
  course::HiddenFile hidden;     // without any checks where there are none
  std::optional<SecretKey> key;  // that reports are signed with
  std::filesystem::path solutions;
  // Those that gates over predictions ask about.
  std::shared_ptr<experiment::AskedExperiments> asked;
};

// Writes each report that is asked for, signed where there is a key, and says on standard output
// which. One that cannot be written is one line on standard error, and the others are written all
// the same: false then. The Error is the journal's.
Result<bool> write_reports(const course::Journal& journal, const Course& course,
                           const CourseOptions& options);

// A file in one step.
Result<bool> write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace warplab::grader
