#include "server/course_of_file.hpp"

#include <fmt/format.h>

#include <system_error>

namespace warplab::app {
namespace fs = std::filesystem;
namespace {

constexpr int kFoldersUpward = 3;

// The folder of all student's files: theirs may lie in one for each exercise.
fs::path submission_of(const fs::path& file, const exercise::Exercise& exercise) {
  const fs::path folder = file.parent_path(), name = folder.filename();
  const bool is_of_exercise = name == exercise.slug || name == exercise.folder.filename();
  return is_of_exercise ? folder.parent_path() : folder;
}

std::optional<FileOfCourse> found_in(const fs::path& exercises, const fs::path& file) {
  std::error_code unknown;
  if (exercises.empty() || !fs::is_directory(exercises, unknown)) return std::nullopt;
  const Result<std::vector<exercise::Entry>> all = exercise::load_all(exercises);
  if (!all) return std::nullopt;
  for (const exercise::Entry& entry : *all)
    if (entry.exercise && entry.exercise->student_file == file.filename())
      return FileOfCourse{*entry.exercise, exercises, submission_of(file, *entry.exercise)};
  return std::nullopt;
}

}  // namespace

Result<FileOfCourse> course_of_file(const fs::path& file, const fs::path& exercises) {
  std::error_code unknown;
  const fs::path folder = file.parent_path();
  if (fs::exists(folder / "exercise.toml", unknown)) {
    Result<exercise::Exercise> own = exercise::load(folder);
    if (!own) return Error{own.error()};
    if (own->student_file == file.filename())
      return FileOfCourse{std::move(*own), folder.parent_path(), folder.parent_path()};
  } else {
    fs::path above = folder;
    for (int k = 0; k <= kFoldersUpward; ++k, above = above.parent_path())
      if (auto found = found_in(above / "exercises", file)) return *std::move(found);
    if (auto found = found_in(exercises, file)) return *std::move(found);
  }
  return Error{
      fmt::format("{} is no exercise's file, so nothing is said of it.", file.filename().string())};
}

}  // namespace warplab::app
