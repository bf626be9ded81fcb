#pragma once
// Where one window keeps the unsaved text of one file. Two windows may have the same file open:
// each has a journal of its own, and neither writes or removes the other's.
#include <filesystem>

#include "worker/descriptor.hpp"

namespace warplab::app {

class Journal {
 public:
  Journal() = default;
  // A journal that no window has open: `file`, or "file-2", "file-3" and so on. One that holds the
  // text of a window that was killed comes first, so that the text is found again. It is this
  // object's until it goes; a lock beside it says so to other windows, and the system takes that
  // away from a program that was killed.
  static Journal claim(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  worker::Descriptor lock_;
};

}  // namespace warplab::app
