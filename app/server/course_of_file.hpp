#pragma once
// Which exercise a file in somebody's editor answers.
#include <filesystem>
#include <optional>

#include "base/result.hpp"
#include "exercise/exercise.hpp"

namespace warplab::app {

struct FileOfCourse {
  exercise::Exercise exercise;
  // As the window takes them: the folder of exercises, and that of the student's files.
  std::filesystem::path exercises, submission;
};

// That in whose folder the file lies; else that which names such a file, of the exercises in a
// folder `exercises` beside the file or up to three folders above it, or of `exercises`. The Error
// says that there is none, or what is wrong with it.
Result<FileOfCourse> course_of_file(const std::filesystem::path& file,
                                    const std::filesystem::path& exercises);

}  // namespace warplab::app
