#include "submission.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>
#include <vector>

#include "exercise/spelling.hpp"
#include "verdict/grade.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// The end of a sentence: "; did you mean ...?" where a file's name is nearly the expected one, or
// ".".
std::string end_of_sentence(const fs::path& folder, const std::string& expected) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    names.push_back(at->path().filename().string());
  const std::string meant =
      exercise::did_you_mean(expected, std::vector<std::string_view>(names.begin(), names.end()));
  return meant.empty() ? "." : meant;
}

}  // namespace

Result<std::string> read_submission(const exercise::Exercise& exercise,
                                    const std::optional<fs::path>& folder) {
  if (!folder) return verdict::read_source(exercise.folder / exercise.student_file);
  const fs::path numbered = exercise.folder.filename();
  const fs::path candidates[] = {
      exercise.student_file,
      numbered / exercise.student_file,
      numbered / "solution.cu",
      fs::path(exercise.slug) / exercise.student_file,
      fs::path(exercise.slug) / "solution.cu",
  };
  for (const fs::path& candidate : candidates) {
    std::error_code ignored;  // what cannot be looked at is reported by read_source()
    if (fs::symlink_status(*folder / candidate, ignored).type() == fs::file_type::not_found)
      continue;
    return verdict::read_source(*folder / candidate);
  }
  return Error{fmt::format("{} is missing; expected it in {}{}", exercise.student_file,
                           folder->string(), end_of_sentence(*folder, exercise.student_file))};
}

}  // namespace warplab::grader
