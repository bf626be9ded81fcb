#pragma once
// Folders of the cache, which several processes may want at once.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace warplab::runtime {

// A folder that is made in full beside its place, and then put there, so that nobody ever finds
// half of it.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path place)
      : place_(std::move(place)), made_(place_.string() + fmt::format(".{}", getpid())) {
    std::error_code error;
    std::filesystem::remove_all(made_, error);
    std::filesystem::create_directories(made_, error);
  }
  ~NewFolder() {
    std::error_code error;
    std::filesystem::remove_all(made_, error);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  const std::filesystem::path& path() const { return made_; }
  // False: it cannot be put there.
  bool put_in_place() {
    std::error_code error;
    std::filesystem::remove_all(place_, error);
    std::filesystem::rename(made_, place_, error);
    return !error || std::filesystem::exists(place_);
  }

 private:
  std::filesystem::path place_, made_;
};

}  // namespace warplab::runtime
