#include "exercise/folder_watch.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>

#include "temporary_folder.hpp"

using namespace warplab::exercise;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

struct Watched {
  std::atomic<int> changes = 0;
  FolderWatch watch;
  Watched(const fs::path& root, int depth) : watch(root, depth, [this] { ++changes; }) {}
  bool notices() {
    const int before = changes;
    for (int i = 0; i < 300 && changes == before; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return changes > before;
  }
  bool stays_quiet() {
    const int before = changes;
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
    return changes == before;
  }
};

}  // namespace

TEST_CASE("a file that is written, replaced or removed below the folder is noticed") {
  const TemporaryFolder folder;
  write(folder.path() / "a" / "file", "1");
  Watched watched(folder.path(), 1);
  write(folder.path() / "a" / "file", "2");
  CHECK(watched.notices());
  write(folder.path() / "a" / "temporary", "3");
  CHECK(watched.notices());
  fs::rename(folder.path() / "a" / "temporary", folder.path() / "a" / "file");
  CHECK(watched.notices());
  fs::remove(folder.path() / "a" / "file");
  CHECK(watched.notices());
}

TEST_CASE("a folder that is added is watched from then on") {
  const TemporaryFolder folder;
  Watched watched(folder.path(), 2);
  fs::create_directories(folder.path() / "new");
  CHECK(watched.notices());
  write(folder.path() / "new" / "exercise.toml", "x");
  CHECK(watched.notices());
}

TEST_CASE("a folder that does not exist yet is noticed when it is made") {
  const TemporaryFolder folder;
  Watched watched(folder.path() / "later", 1);
  write(folder.path() / "later" / "file", "x");
  CHECK(watched.notices());
  write(folder.path() / "later" / "file", "y");
  CHECK(watched.notices());
}

TEST_CASE("a burst of changes is told once or a few times, not once a file") {
  const TemporaryFolder folder;
  Watched watched(folder.path(), 0);
  for (int i = 0; i < 20; ++i) write(folder.path() / ("file" + std::to_string(i)), "x");
  REQUIRE(watched.notices());
  CHECK(watched.stays_quiet());
  CHECK(watched.changes < 10);
}

TEST_CASE("nothing is told while nothing happens, and reading is nothing") {
  const TemporaryFolder folder;
  write(folder.path() / "file", "x");
  Watched watched(folder.path(), 1);
  CHECK(content_of(folder.path() / "file") == "x");
  CHECK(watched.stays_quiet());
}
