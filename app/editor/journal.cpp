#include "editor/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <string>
#include <utility>

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

constexpr int kMostWindows = 16;  // with one file open; later ones share the first journal

fs::path numbered(const fs::path& file, int number) {
  if (number == 1) return file;
  fs::path name = file.stem();
  name += "-" + std::to_string(number);
  name += file.extension();
  return file.parent_path() / name;
}

// No descriptor where another program has it, or where the folder cannot be written.
worker::Descriptor lock_beside(const fs::path& file) {
  const std::string lock = file.string() + ".lock";
  worker::Descriptor descriptor(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (descriptor && ::flock(descriptor.number(), LOCK_EX | LOCK_NB) == 0) return descriptor;
  return {};
}

}  // namespace

Journal Journal::claim(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  Journal free_one;
  free_one.file_ = file;
  for (int number = 1; number <= kMostWindows; ++number) {
    const fs::path candidate = numbered(file, number);
    const bool has_text = fs::exists(candidate, error);
    if (!has_text && free_one.lock_) continue;
    worker::Descriptor lock = lock_beside(candidate);
    if (!lock) continue;
    free_one.file_ = candidate;
    free_one.lock_ = std::move(lock);
    if (has_text) break;
  }
  return free_one;
}

}  // namespace warplab::app
