// Files that an exercise names lie in its own folder and are ordinary ones.
#include "exercise/beneath.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

using namespace warplab::exercise;
using warplab::test::contains;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder()
      : path_(fs::path(WARPLAB_BINARY_DIR) /
              ("exercise-test/beneath-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_ / "exercise/pictures");
    std::ofstream(path_ / "exercise/pictures/a b.png") << "inside";
    std::ofstream(path_ / "secret") << "outside";
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path exercise() const { return path_ / "exercise"; }
  std::string refused(const std::string& name, uint64_t most = 1000) const {
    const auto content = read_beneath(exercise(), name, most);
    CHECK_FALSE(content);
    return content ? "" : content.error();
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("a file of the folder, or of one in it, is read") {
  const Folder folder;
  const auto content = read_beneath(folder.exercise(), "pictures/a b.png", 6);
  REQUIRE_MESSAGE(content, content.error());
  CHECK(*content == "inside");
}

TEST_CASE("what lies outside is not read, by whatever way") {
  const Folder folder;
  fs::create_symlink("../secret", folder.exercise() / "link");
  fs::create_symlink("..", folder.exercise() / "up");
  CHECK(contains(folder.refused("../secret"), "leads out"));
  CHECK(contains(folder.refused("pictures/../../secret"), "leads out"));
  CHECK(contains(folder.refused("/etc/hostname"), "absolute"));
  CHECK(contains(folder.refused("link"), "link"));
  CHECK(contains(folder.refused("up/secret"), "link"));
}

TEST_CASE("pipes, folders, devices and large files are refused at once") {
  const Folder folder;
  REQUIRE(::mkfifo((folder.exercise() / "pipe").c_str(), 0600) == 0);
  CHECK(contains(folder.refused("pipe"), "no ordinary file"));
  CHECK(contains(folder.refused("pictures"), "no ordinary file"));
  CHECK(contains(folder.refused("pictures/a b.png", 5), "at most 5"));
  CHECK(contains(folder.refused("nothing"), "there is no file"));
  CHECK(contains(folder.refused(""), ""));
}
