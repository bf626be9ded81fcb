#include "exercise/beneath.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace warplab::exercise {
namespace {

class Opened {
 public:
  explicit Opened(int number) : number_(number) {}
  Opened(const Opened&) = delete;
  Opened& operator=(Opened&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Opened() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

bool is_link(int folder, const char* name) {
  struct stat status {};
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

}  // namespace

Result<std::string> read_beneath(const std::filesystem::path& folder, const std::string& name,
                                 uint64_t most) {
  const std::filesystem::path path(name);
  if (path.is_absolute())
    return Error{fmt::format(
        "\"{}\" is an absolute path; expected a file in the exercise's own folder", name)};
  for (const std::filesystem::path& step : path)
    if (step == "..")
      return Error{
          fmt::format("\"{}\" leads out of the exercise's folder; expected a file in it", name)};
  Opened at(::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY));
  const auto cannot = [&](const char* step) {
    const int error = errno;
    if (at && is_link(at.number(), step))
      return Error{fmt::format("\"{}\" is reached through a link; expected the file itself", name)};
    if (error == ENOENT || error == ENOTDIR)
      return Error{fmt::format("there is no file \"{}\" in {}", name, folder.string())};
    return Error{fmt::format("\"{}\" cannot be opened: {}", name, std::strerror(error))};
  };
  if (!at) return cannot(".");
  for (const std::filesystem::path& step : path.parent_path()) {
    Opened next(
        ::openat(at.number(), step.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW));
    if (!next) return cannot(step.c_str());
    at = std::move(next);
  }
  // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
  const std::string last = path.filename().string();
  const Opened file(::openat(at.number(), last.c_str(),
                             O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  if (!file) return cannot(last.c_str());
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return cannot(last.c_str());
  if (!S_ISREG(status.st_mode)) return Error{fmt::format("\"{}\" is no ordinary file", name)};
  const auto bytes = static_cast<uint64_t>(status.st_size);
  if (bytes > most)
    return Error{fmt::format("\"{}\" has {} bytes; at most {} are read", name, bytes, most)};
  std::string content(bytes, '\0');
  size_t have = 0;
  while (have < content.size()) {
    const ssize_t n = ::read(file.number(), content.data() + have, content.size() - have);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cannot(last.c_str());
    if (n == 0) break;  // it was shortened while we read
    have += static_cast<size_t>(n);
  }
  content.resize(have);
  return content;
}

}  // namespace warplab::exercise
