#include "common/files.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary_folder.hpp"

using namespace warplab::app;
using namespace warplab::test;
namespace fs = std::filesystem;

TEST_CASE("a file is replaced as a whole and its folder made") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a" / "b" / "kernel.cu";
  REQUIRE(replace_file(file, "one"));
  REQUIRE(replace_file(file, "two"));
  CHECK(content_of(file) == "two");
  CHECK(std::distance(fs::directory_iterator(file.parent_path()), {}) ==
        1);  // no temporary file is left
}

TEST_CASE("a file's permissions and a link to it survive") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "real.cu", link = folder.path() / "link.cu";
  write(file, "one");
  ::chmod(file.c_str(), 0600);
  fs::create_symlink(file, link);
  REQUIRE(replace_file(link, "two"));
  CHECK(fs::is_symlink(link));
  CHECK(content_of(file) == "two");
  CHECK((fs::status(file).permissions() & fs::perms::group_read) == fs::perms::none);
}

TEST_CASE("a folder that cannot be made is named in the error") {
  const TemporaryFolder folder;
  write(folder.path() / "file", "");
  const auto result = replace_file(folder.path() / "file" / "below.cu", "x");
  REQUIRE_FALSE(result);
  CHECK(result.error().find("file") != std::string::npos);
}

TEST_CASE("reading a missing file or one that is too large is an error that names it") {
  const TemporaryFolder folder;
  CHECK(read_file(folder.path() / "none.cu").error().find("none.cu") != std::string::npos);
  write(folder.path() / "large", std::string(200, 'x'));
  CHECK(read_file(folder.path() / "large", 100).error().find("larger than 100 bytes") !=
        std::string::npos);
  CHECK(read_file(folder.path() / "large", 200)->size() == 200);
}

TEST_CASE("a pipe, a folder or a device in a file's place is an error, and nothing waits for it") {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "settings.json";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const fs::path& place : {pipe, folder.path(), fs::path("/dev/zero")}) {
    const auto read = read_file(place);
    REQUIRE_FALSE(read);
    CHECK(read.error().find("is not an ordinary file") != std::string::npos);
  }
  // Somebody writes to it, slowly.
  const int writer = ::open(pipe.c_str(), O_RDWR);
  CHECK_FALSE(read_file(pipe));
  ::close(writer);
}

TEST_CASE("different texts have different fingerprints") {
  CHECK(fingerprint("a") != fingerprint("b"));
  CHECK(fingerprint("") == fingerprint(""));
}
