#include "course/course_reader.hpp"

#include <utility>

namespace warplab::app {

CourseReader::CourseReader(std::filesystem::path folder, CourseLoaders loaders,
                           std::function<void()> wake)
    : folder_(std::move(folder)), loaders_(std::move(loaders)), wake_(std::move(wake)) {}

void CourseReader::ask() {
  {
    const std::lock_guard lock(mutex_);
    again_ = true;
    if (std::exchange(reading_, true)) return;
  }
  thread_ = std::jthread([this] { read(); });  // the one before has come to its end
}

void CourseReader::read() {
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      reading_ = std::exchange(again_, false);
      if (!reading_) break;
    }
    CourseRead made = read_course(folder_, loaders_);
    const std::lock_guard lock(mutex_);
    read_ = std::move(made);
  }
  wake_();
}

std::optional<CourseRead> CourseReader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(read_, std::nullopt);
}

bool CourseReader::is_busy() const {
  const std::lock_guard lock(mutex_);
  return reading_ || read_;
}

}  // namespace warplab::app
