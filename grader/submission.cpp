#include "submission.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "exercise/spelling.hpp"

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

std::string trouble_with(const fs::path& submission) {
  std::error_code why;
  if (!fs::is_directory(submission, why))
    return fmt::format("There is no folder {} with a submission{}.", submission.string(),
                       why ? " (" + why.message() + ")" : std::string());
  if (::access(submission.c_str(), R_OK | X_OK) != 0)
    return fmt::format("The submission {} cannot be read: {}.", submission.string(),
                       std::strerror(errno));
  return {};
}

verdict::Submitted read_submission(const exercise::Exercise& exercise,
                                   const std::optional<fs::path>& folder) {
  if (!folder) return verdict::read_followed(exercise.folder / exercise.student_file);
  const fs::path numbered = exercise.folder.filename();
  const fs::path candidates[] = {
      exercise.student_file,
      numbered / exercise.student_file,
      numbered / "solution.cu",
      fs::path(exercise.slug) / exercise.student_file,
      fs::path(exercise.slug) / "solution.cu",
  };
  for (const fs::path& candidate : candidates)
    if (verdict::Submitted submitted = verdict::read_submitted(*folder, candidate);
        submitted.is_there || submitted.refused != 0)
      return submitted;
  return {false, 0,
          Error{fmt::format("{} is missing; expected it in {}{}", exercise.student_file,
                            folder->string(), end_of_sentence(*folder, exercise.student_file))}};
}

}  // namespace warplab::grader
