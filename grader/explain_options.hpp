#pragma once
#include <filesystem>
#include <optional>

namespace warplab::grader {

// What was written behind `grader explain`.
struct ExplainOptions {
  int line = 0;                               // to look at; 0: those that are worth it
  std::optional<std::filesystem::path> html;  // none: as text to standard output
};

}  // namespace warplab::grader
