#include "submission.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/words.hpp"
#include "course/submissions.hpp"
#include "exercise/spelling.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

bool is_archive(const std::string& name) {
  const std::string ending = in_small_letters(fs::path(name).extension().string());
  for (const char* known : {".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".bz2"})
    if (ending == known) return true;
  return false;
}

// The end of a sentence: "; did you mean ...?" where a file's name is nearly the expected one, or
// is it with what browsers and editors add ("copy (1).cu", "copy.cu.txt", "COPY.CU"), or ".".
std::string end_of_sentence(const fs::path& folder, const std::string& expected) {
  std::vector<std::string> names, files;
  std::string archive;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    if (is_archive(name)) archive = std::max(archive, name);
    else (at->is_directory(unknown) ? names : files).push_back(name);
  }
  std::ranges::sort(files);
  names.insert(names.begin(), files.begin(), files.end());
  const std::string meant =
      exercise::did_you_mean(expected, std::vector<std::string_view>(names.begin(), names.end()));
  if (!meant.empty()) return meant;
  const std::string stem = in_small_letters(fs::path(expected).stem().string());
  for (const std::string& name : files)
    if (in_small_letters(name).find(stem) != std::string::npos)
      return fmt::format("; did you mean \"{}\"?", name);
  if (archive.empty()) return ".";
  return fmt::format(". There is an archive, \"{}\": unpack it, and hand in the file itself.",
                     archive);
}

// Where the file may lie in a folder, the likeliest first.
std::vector<fs::path> candidates_for(const exercise::Exercise& exercise) {
  const fs::path numbered = exercise.folder.filename(), slug = exercise.slug;
  return {exercise.student_file, numbered / exercise.student_file, numbered / "solution.cu",
          slug / exercise.student_file, slug / "solution.cu"};
}

bool is_zip(const fs::path& submission) {
  std::error_code unknown;
  return course::is_zip_name(submission.string()) && fs::is_regular_file(submission, unknown);
}

// By the rules and within the limits of a class's submissions.
course::Submission read_zip(const exercise::Exercise& exercise, const fs::path& zip) {
  const Result<course::Handout> handout = course::Handout::open(zip);
  if (handout) return course::read_single(*handout, {{exercise.folder, exercise}});
  course::Submission unread;
  unread.answers[exercise.slug] = {zip.filename().string(), Error{handout.error()}, {}};
  return unread;
}

}  // namespace

Result<experiment::KeptPredictions> read_predictions(const exercise::Exercise& exercise,
                                                     const fs::path& submission) {
  if (!is_zip(submission)) return experiment::read_predictions(submission);
  const course::Submission read = read_zip(exercise, submission);
  if (read.predictions.path.empty()) return experiment::KeptPredictions{};
  if (!read.predictions.text) return Error{read.predictions.text.error()};
  return experiment::parse_predictions(*read.predictions.text, experiment::kPredictionsFile);
}

std::string trouble_with(const fs::path& submission, bool may_be_file) {
  std::error_code why;
  if (fs::is_regular_file(submission, why)) {
    if (may_be_file) return {};
    if (course::is_zip_name(submission.string())) {
      const Result<course::Handout> zip = course::Handout::open(submission);
      return zip ? std::string() : zip.error();
    }
    return fmt::format(
        "{} is a file, which is enough where one exercise is graded: name it, or give the folder.",
        submission.string());
  }
  if (!fs::is_directory(submission, why)) {
    if (!why && fs::exists(submission, why))
      return fmt::format("The submission {} is neither a folder nor an ordinary file.",
                         submission.string());
    return fmt::format("There is no folder {} with a submission{}.", submission.string(),
                       why ? " (" + why.message() + ")" : std::string());
  }
  if (::access(submission.c_str(), R_OK | X_OK) != 0)
    return fmt::format("The submission {} cannot be read: {}.", submission.string(),
                       std::strerror(errno));
  return {};
}

fs::path file_of(const exercise::Exercise& exercise, const std::optional<fs::path>& submission) {
  if (!submission) return exercise.folder / exercise.student_file;
  std::error_code unknown;
  if (!fs::is_directory(*submission, unknown)) return *submission;
  for (const fs::path& candidate : candidates_for(exercise))
    if (fs::exists(*submission / candidate, unknown)) return *submission / candidate;
  return *submission / exercise.student_file;
}

verdict::Submitted read_submission(const exercise::Exercise& exercise,
                                   const std::optional<fs::path>& submission) {
  if (!submission) return verdict::read_followed(exercise.folder / exercise.student_file);
  std::error_code unknown;
  if (is_zip(*submission)) {
    const course::Submission read = read_zip(exercise, *submission);
    const course::Answer& answer = read.answers.at(exercise.slug);
    return {!answer.path.empty(), 0, answer.text};
  }
  if (fs::is_regular_file(*submission, unknown)) {
    const fs::path folder = submission->parent_path();
    return verdict::read_submitted(folder.empty() ? "." : folder, submission->filename());
  }
  for (const fs::path& candidate : candidates_for(exercise))
    if (verdict::Submitted submitted = verdict::read_submitted(*submission, candidate);
        submitted.is_there || submitted.refused != 0)
      return submitted;
  return {false, 0,
          Error{fmt::format("{} is missing; expected it in {}{}", exercise.student_file,
                            submission->string(),
                            end_of_sentence(*submission, exercise.student_file))}};
}

}  // namespace warplab::grader
