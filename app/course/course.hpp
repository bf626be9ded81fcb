#pragma once
// The exercises and experiments of a folder in course order, those that cannot be read among them.
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "experiment/experiment.hpp"

namespace warplab::app {

struct CourseEntry {
  std::filesystem::path folder;
  std::string slug;                   // also of one that cannot be read, from the folder's name
  std::string title, module;          // as they are shown
  std::string own_title, own_module;  // as they stand in `file`
  int order = 0;
  // Of an experiment: its kernels, statement and headers, in the form that exercises have.
  std::optional<exercise::Exercise> exercise;
  std::shared_ptr<const experiment::Experiment> experiment;  // null: it is an exercise
  std::string error;   // why there is neither, with the file and line
  int error_line = 0;  // in the file that `file` names; 0 where the error names none
  std::string file = "exercise.toml";  // that describes it
};

using CourseLoader =
    std::function<Result<std::vector<exercise::Entry>>(const std::filesystem::path&)>;

// experiment::load_all, or a test's own; empty: there are none.
using ExperimentLoader =
    std::function<Result<std::vector<experiment::Entry>>(const std::filesystem::path&)>;

struct CourseLoaders {
  CourseLoader exercises;
  ExperimentLoader experiments;
};

// What the folder of a course says. Needs nothing of the window: CourseReader makes it on a thread
// of its own.
struct CourseRead {
  std::vector<CourseEntry> entries;
  std::string error;                        // the folder itself cannot be read
  std::map<std::string, size_t> languages;  // besides English, with how many statements
};
CourseRead read_course(const std::filesystem::path& folder, const CourseLoaders& loaders);

class Course {
 public:
  Course(std::filesystem::path folder, CourseLoader loader, ExperimentLoader experiments = {});

  // Reads the folder again.
  void reload() { take(read_course(folder_, loaders_)); }
  // Of a folder that can no longer be read what was read before stays, and error() says why.
  void take(CourseRead read);
  // Titles and modules in the first of these languages in which each is translated.
  void show_in(std::vector<std::string> languages);

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<CourseEntry>& entries() const { return entries_; }
  const CourseEntry* find(std::string_view slug) const;
  const std::string& error() const { return error_; }  // the folder itself cannot be read
  const std::map<std::string, size_t>& languages() const { return languages_; }
  const CourseLoaders& loaders() const { return loaders_; }

 private:
  std::filesystem::path folder_;
  CourseLoaders loaders_;
  std::vector<CourseEntry> entries_;
  std::string error_;
  std::map<std::string, size_t> languages_;
  std::vector<std::string> shown_in_;
};

// The exercise is about a race when its author says that the starter must fail for one.
bool starter_races(const exercise::Exercise& exercise);

// Where the student's file of an exercise is, in a submission folder: flat, in a folder of the
// exercise's name, or NAME/solution.cu; where there is none yet, where it will be written (flat).
std::filesystem::path student_file_in(const std::filesystem::path& submission,
                                      const exercise::Exercise& exercise);

}  // namespace warplab::app
