#pragma once
// A report that is written whole or not at all.
#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace warplab::grader {

// Opens a file beside the wanted one at once, so that a folder that cannot be written is known
// before an hour of grading; replace() puts it in the place of the wanted one in one step. What is
// no ordinary file (/dev/null, a pipe) is written to as it stands.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::filesystem::path& file);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes what was not put in place
  Result<bool> replace(const std::string& content);

 private:
  OutputFile(std::filesystem::path file, std::filesystem::path temporary, int descriptor);
  std::filesystem::path file_;
  std::filesystem::path temporary_;  // empty: `descriptor_` is the file itself, or it is in place
  int descriptor_;
};

}  // namespace warplab::grader
