#include "temporary_folder.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>
#include <iterator>

namespace warplab::test {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string content_if_any(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string content_of(const std::filesystem::path& file) {
  REQUIRE_MESSAGE(std::ifstream(file), file.string());
  return content_if_any(file);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "warplab-test-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

const std::filesystem::path& TemporaryFolder::path() const { return path_; }

std::filesystem::path TemporaryFolder::write(const std::filesystem::path& name,
                                             const std::string& text) const {
  test::write(path_ / name, text);
  return path_ / name;
}

void TemporaryFolder::copy(const std::filesystem::path& from,
                           const std::filesystem::path& name) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::filesystem::copy_file(from, path_ / name);
}

std::string TemporaryFolder::read(const std::filesystem::path& name) const {
  return content_of(path_ / name);
}

}  // namespace warplab::test
