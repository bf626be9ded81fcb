#pragma once
// A report that is written whole or not at all.
#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace warplab::grader {

// Opens a file without a name in the folder of the wanted one at once, so that a folder that cannot
// be written is known before an hour of grading; replace() puts it in the place of the wanted one
// in one step. Nothing stays behind when the program is killed before that. Where the file system
// knows no files without a name, it has one of its own until then. What is no ordinary file
// (/dev/null, a pipe) is written to as it stands.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::filesystem::path& file);
  // The same for a report: none is written over a kernel or an exercise, so that a name in the
  // wrong place of a command costs nobody their work.
  static Result<OutputFile> create_report(const std::filesystem::path& file);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes what was not put in place
  Result<bool> replace(const std::string& content);

 private:
  OutputFile(std::filesystem::path file, std::filesystem::path temporary, int descriptor,
             bool is_nameless);
  bool give_name();
  bool write_with_name(const std::string& content);
  std::filesystem::path file_;
  // Empty: the file has no name yet, is in its place, or `descriptor_` is the wanted one itself.
  std::filesystem::path temporary_;
  int descriptor_;
  bool is_nameless_;
};

}  // namespace warplab::grader
