#pragma once
// Reads the course again beside the window, which shows what was read before until it is done.
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "course/course.hpp"

namespace warplab::app {

class CourseReader {
 public:
  // `loaders` are called on a thread of its own, `wake` from there whenever there is something to
  // take().
  CourseReader(std::filesystem::path folder, CourseLoaders loaders, std::function<void()> wake);

  // Reads once from now on: while a reading goes on that is another one after it.
  void ask();
  std::optional<CourseRead> take();
  // Something was asked for that has not been taken.
  bool is_busy() const;

 private:
  void read();

  const std::filesystem::path folder_;
  const CourseLoaders loaders_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards the next three
  bool reading_ = false, again_ = false;
  std::optional<CourseRead> read_;
  std::jthread thread_;
};

}  // namespace warplab::app
