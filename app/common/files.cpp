#include "common/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/text_hash.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

Error failure(std::string_view what, const fs::path& file) {
  return Error{fmt::format("{} {}: {}.", what, file.string(), std::strerror(errno))};
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

Result<bool> replace_file(const fs::path& given, std::string_view content, Durability durability) {
  std::error_code error;
  const fs::path file = fs::is_symlink(given, error) ? fs::weakly_canonical(given, error) : given;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  fs::create_directories(folder, error);
  if (error)
    return Error{fmt::format("Cannot make the folder {}: {}.", folder.string(), error.message())};

  struct stat existing {};
  const mode_t mode = ::stat(file.c_str(), &existing) == 0 ? existing.st_mode & 0777 : 0644;
  std::string temporary = (folder / ("." + file.filename().string() + ".XXXXXX")).string();
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return failure("Cannot write beside", file);
  const bool written = write_all(descriptor, content) && ::fchmod(descriptor, mode) == 0 &&
                       (durability == Durability::process || ::fsync(descriptor) == 0);
  const int write_error = errno;
  ::close(descriptor);
  if (!written || ::rename(temporary.c_str(), file.c_str()) != 0) {
    if (!written) errno = write_error;
    Error result = failure("Cannot write", file);
    ::unlink(temporary.c_str());
    return result;
  }
  if (durability == Durability::machine) sync_folder(folder);
  return true;
}

Result<std::string> read_file(const fs::path& file, size_t limit_bytes) {
  // Opening a pipe, and reading from one that somebody holds open, would wait for ever.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return failure("Cannot open", file);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{fmt::format("Cannot read {}: it is not an ordinary file.", file.string())};
  }
  std::string content;
  std::string chunk(64 * 1024, '\0');
  for (;;) {
    const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      Error result = failure("Cannot read", file);
      ::close(descriptor);
      return result;
    }
    if (count == 0) break;
    content.append(chunk, 0, static_cast<size_t>(count));
    if (content.size() > limit_bytes) {
      ::close(descriptor);
      return Error{fmt::format("{} is larger than {} bytes.", file.string(), limit_bytes)};
    }
  }
  ::close(descriptor);
  return content;
}

std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", text_hash(text)); }

}  // namespace warplab::app
