#pragma once
// The exercises of a folder in course order, those that cannot be read among them.
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::app {

struct CourseEntry {
  std::filesystem::path folder;
  std::string slug;  // also of one that cannot be read, from the folder's name
  std::string title, module;
  int order = 0;
  std::optional<exercise::Exercise> exercise;
  std::string error;   // why there is no exercise, with the file and line
  int error_line = 0;  // in exercise.toml; 0 where the error names none
};

using CourseLoader =
    std::function<Result<std::vector<exercise::Entry>>(const std::filesystem::path&)>;

class Course {
 public:
  Course(std::filesystem::path folder, CourseLoader loader);

  // Reads the folder again.
  void reload();

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<CourseEntry>& entries() const { return entries_; }
  const CourseEntry* find(std::string_view slug) const;
  const std::string& error() const { return error_; }  // the folder itself cannot be read

 private:
  std::filesystem::path folder_;
  CourseLoader loader_;
  std::vector<CourseEntry> entries_;
  std::string error_;
};

// The exercise is about a race when its author says that the starter must fail for one.
bool starter_races(const exercise::Exercise& exercise);

// Where the student's file of an exercise is, in a submission folder: flat, in a folder of the
// exercise's name, or NAME/solution.cu; where there is none yet, where it will be written (flat).
std::filesystem::path student_file_in(const std::filesystem::path& submission,
                                      const exercise::Exercise& exercise);

}  // namespace warplab::app
