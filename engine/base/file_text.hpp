#pragma once
// Reading small files of the instructor's as they are. Whoever made an exercise may have put
// anything in the place of a file: a pipe or a device, which would be read for ever, or a file of a
// terabyte, of which a disk holds nothing.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "base/result.hpp"

namespace warplab {

// More than the largest file that an exercise may have (a picture).
inline constexpr uint64_t kMostFileBytes = uint64_t{256} << 20;

// All bytes of `descriptor`, which is closed; none, and why in errno, where it cannot be read or
// has more than `most`.
inline std::optional<std::string> text_behind(int descriptor, uint64_t most) {
  std::optional<std::string> text(std::in_place);
  constexpr size_t kChunk = size_t{64} << 10;
  for (size_t have = 0;;) {
    text->resize(have + kChunk);
    const ssize_t got = ::read(descriptor, text->data() + have, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) have += static_cast<size_t>(got);
    const bool is_too_much = have > most;
    if (got > 0 && !is_too_much) continue;
    const int why = is_too_much ? EFBIG : errno;
    text->resize(have);
    if (got < 0 || is_too_much) text.reset();
    ::close(descriptor);
    errno = why;
    return text;
  }
}

// All bytes of the ordinary file `file`; none where it cannot be read, is none, or has more.
inline std::optional<std::string> file_text(const std::filesystem::path& file,
                                            uint64_t most = kMostFileBytes) {
  // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return std::nullopt;
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<uint64_t>(status.st_size) <= most)
    return text_behind(descriptor, most);
  ::close(descriptor);
  return std::nullopt;
}

// The same of a file that somebody names on a command line: a shell's <(...) is a pipe. The Error
// is what the system says: "Permission denied".
inline Result<std::string> named_text(const std::filesystem::path& file,
                                      uint64_t most = kMostFileBytes) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor >= 0)
    if (std::optional<std::string> text = text_behind(descriptor, most)) return *std::move(text);
  return Error{std::generic_category().message(errno)};
}

}  // namespace warplab
