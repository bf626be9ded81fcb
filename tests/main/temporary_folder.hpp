#pragma once
// A folder of a test's own that goes away with it.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "contains.hpp"

namespace warplab::test {

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "warplab-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

  // A file in it, with its folders.
  std::filesystem::path write(const std::filesystem::path& name,
                              const std::string& text = "") const {
    test::write(path_ / name, text);
    return path_ / name;
  }
  void copy(const std::filesystem::path& from, const std::filesystem::path& name) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::filesystem::copy_file(from, path_ / name);
  }
  std::string read(const std::filesystem::path& name) const { return content_of(path_ / name); }

 private:
  std::filesystem::path path_;
};

}  // namespace warplab::test
