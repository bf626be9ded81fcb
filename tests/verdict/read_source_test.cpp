#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "verdict/grade.hpp"

using warplab::verdict::read_source;
namespace fs = std::filesystem;

namespace {

// A folder of this test's own, removed at its end.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "warplab-read-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  fs::path file(const std::string& name, const std::string& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return path / name;
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a kernel's text is read as it is") {
  const Folder folder;
  const auto text = read_source(folder.file("a.cu", "__global__ void k() {}\r\n\t// \xfcnder\n"));
  REQUIRE(text);
  CHECK(*text == "__global__ void k() {}\r\n\t// \xfcnder\n");
}

TEST_CASE("a byte order mark in front is left away") {
  const Folder folder;
  const auto text = read_source(folder.file("a.cu", "\xef\xbb\xbfint x;"));
  REQUIRE(text);
  CHECK(*text == "int x;");
}

TEST_CASE("a missing file is named with the folder it was expected in") {
  const Folder folder;
  const auto text = read_source(folder.path / "column_sums.cu");
  REQUIRE_FALSE(text);
  CHECK(text.error() == "column_sums.cu is missing; expected it in " + folder.path.string() + ".");
}

TEST_CASE("an empty file and one of white space are called empty") {
  const Folder folder;
  for (const char* content : {"", " \n\t\r\n"}) {
    const auto text = read_source(folder.file("a.cu", content));
    REQUIRE_FALSE(text);
    CHECK(text.error() == "a.cu is empty; expected a CUDA kernel.");
  }
}

TEST_CASE("a binary file is told by its first control character") {
  const Folder folder;
  const auto text = read_source(folder.file("a.cu", std::string("\x7f"
                                                                "ELF\0\1",
                                                                6)));
  REQUIRE_FALSE(text);
  CHECK(text.error() ==
        "a.cu is a binary file (byte 0 is 0x7f); expected the text of a CUDA kernel.");
}

TEST_CASE("UTF-16 is named, with the way out") {
  const Folder folder;
  const auto text = read_source(folder.file("a.cu", std::string("\xff\xfei\0n\0", 6)));
  REQUIRE_FALSE(text);
  CHECK(contains(text.error(), "saved as UTF-16; save it as UTF-8"));
}

TEST_CASE("a file of 10 MB is refused with its size, and one of a megabyte is not") {
  const Folder folder;
  const auto large = read_source(folder.file("a.cu", std::string(10'000'000, '/')));
  REQUIRE_FALSE(large);
  CHECK(large.error() == "a.cu has 10.0 MB; a kernel file may have at most 1 MB.");
  CHECK(read_source(folder.file("b.cu", std::string(1'000'000, '/'))));
}

TEST_CASE("a folder, a pipe and a device are not read") {
  const Folder folder;
  const auto directory = read_source(folder.path);
  REQUIRE_FALSE(directory);
  CHECK(contains(directory.error(), "is a folder"));
  REQUIRE(::mkfifo((folder.path / "p.cu").c_str(), 0600) == 0);
  const auto pipe = read_source(folder.path / "p.cu");
  REQUIRE_FALSE(pipe);
  CHECK(contains(pipe.error(), "not an ordinary file"));
  CHECK_FALSE(read_source("/dev/zero"));
}
