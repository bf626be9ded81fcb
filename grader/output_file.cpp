#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

Error cannot_write(const fs::path& file) {
  return Error{
      fmt::format("The report cannot be written to {}: {}.", file.string(), std::strerror(errno))};
}

}  // namespace

OutputFile::OutputFile(fs::path file, fs::path temporary, int descriptor)
    : file_(std::move(file)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<OutputFile> OutputFile::create(const fs::path& file) {
  std::error_code ignored;
  fs::path target = file;
  if (fs::exists(file, ignored)) {
    target = fs::canonical(file, ignored);  // replace what a link points to, not the link
    if (!fs::is_regular_file(target, ignored)) {
      const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) return cannot_write(file);
      return OutputFile(file, {}, descriptor);
    }
  }
  std::string name = target.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return cannot_write(file);
  // It was made for its owner alone; a report has the rights that any new file gets.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, 0666 & ~mask);
  return OutputFile(target, name, descriptor);
}

Result<bool> OutputFile::replace(const std::string& content) {
  size_t written = 0;
  while (written < content.size()) {
    const ssize_t n = ::write(descriptor_, content.data() + written, content.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cannot_write(file_);
    written += static_cast<size_t>(n);
  }
  if (temporary_.empty()) return true;
  if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), file_.c_str()) != 0)
    return cannot_write(file_);
  temporary_.clear();
  return true;
}

}  // namespace warplab::grader
