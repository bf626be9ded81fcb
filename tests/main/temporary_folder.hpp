#pragma once
// A folder of a test's own that goes away with it.
#include <filesystem>
#include <string>

#include "contains.hpp"

namespace warplab::test {

void write(const std::filesystem::path& file, const std::string& text);

std::string content_of(const std::filesystem::path& file);

// "" where there is no such file, or none any more: what a process is still writing, /proc.
std::string content_if_any(const std::filesystem::path& file);

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const;

  // A file in it, with its folders.
  std::filesystem::path write(const std::filesystem::path& name,
                              const std::string& text = "") const;
  void copy(const std::filesystem::path& from, const std::filesystem::path& name) const;
  std::string read(const std::filesystem::path& name) const;

 private:
  std::filesystem::path path_;
};

}  // namespace warplab::test
