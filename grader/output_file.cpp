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

// The beginning, or with mkostemp() the pattern, of a name beside `file`. It is short whatever that
// one's is: a name may have 255 bytes.
std::string beside(const fs::path& file) {
  return (file.parent_path() / ".warplab-report-XXXXXX").string();
}

bool write_all(int descriptor, const std::string& content) {
  size_t written = 0;
  while (written < content.size()) {
    const ssize_t n = ::write(descriptor, content.data() + written, content.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    written += static_cast<size_t>(n);
  }
  return true;
}

// On the disk, as far as its file system knows what that is.
bool is_kept(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

}  // namespace

OutputFile::OutputFile(fs::path file, fs::path temporary, int descriptor, bool is_nameless)
    : file_(std::move(file)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor),
      is_nameless_(is_nameless) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      is_nameless_(other.is_nameless_) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<OutputFile> OutputFile::create(const fs::path& file) {
  std::error_code ignored;
  fs::path target = file;
  // A report has the rights that any new file gets, or those of the one that it replaces.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  mode_t rights = 0666 & ~mask;
  struct stat there {};
  if (::stat(file.c_str(), &there) == 0) {
    if (!S_ISREG(there.st_mode)) {
      // A pipe that nobody reads from would wait for ever, and then after all the grading. The pipe
      // behind /dev/stdout has no name but this one.
      const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
      if (descriptor < 0 && errno == ENXIO && S_ISFIFO(there.st_mode))
        return Error{
            fmt::format("The report cannot be written to {}: it is a pipe and nobody reads "
                        "from it. Start its reader first.",
                        file.string())};
      if (descriptor < 0) return cannot_write(file);
      ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
      return OutputFile(file, {}, descriptor, false);
    }
    target = fs::canonical(file, ignored);  // replace what a link points to, not the link
    if (::access(target.c_str(), W_OK) != 0) return cannot_write(file);
    rights = there.st_mode & 0777;
  } else if (errno != ENOENT) {
    return cannot_write(file);
  }
  if (!target.has_filename()) {
    errno = EISDIR;
    return cannot_write(file);
  }
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  // A file without a name is gone when we are, however we end. Not every file system has them, and
  // the name is given through /proc.
  if (::access("/proc/self/fd", X_OK) == 0) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
      ::fchmod(descriptor, rights);
      return OutputFile(target, {}, descriptor, true);
    }
  }
  std::string name = beside(target);
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return cannot_write(file);
  ::fchmod(descriptor, rights);
  return OutputFile(target, name, descriptor, false);
}

Result<OutputFile> OutputFile::create_report(const fs::path& file) {
  std::error_code ignored;
  // What counts is what a link points to.
  const fs::path target = fs::weakly_canonical(file, ignored);
  const fs::path ending = target.extension();
  const bool is_source =
      ending == ".cu" || ending == ".cuh" || ending == ".ptx" || ending == ".toml";
  if (is_source && fs::is_regular_file(target, ignored))
    return Error{
        fmt::format("The report would take the place of {}, which is no report. Name another file.",
                    file.string())};
  return create(file);
}

// Gives the file its name. One that is taken is replaced in one step, by way of a name of our own.
bool OutputFile::give_name() {
  const std::string from = fmt::format("/proc/self/fd/{}", descriptor_);
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, file_.c_str(), AT_SYMLINK_FOLLOW) == 0)
    return true;
  if (errno != EEXIST) return false;
  for (int tries = 0; tries < 100; ++tries) {
    const std::string name = fmt::format("{}{}-{}", beside(file_), ::getpid(), tries);
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = name;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

// Where it cannot be given one: the content once more, in a file with a name of its own.
bool OutputFile::write_with_name(const std::string& content) {
  struct stat made {};
  const mode_t rights = ::fstat(descriptor_, &made) == 0 ? made.st_mode & 0777 : 0600;
  std::string name = beside(file_);
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return false;
  temporary_ = name;
  ::close(std::exchange(descriptor_, descriptor));
  ::fchmod(descriptor_, rights);
  return write_all(descriptor_, content) && is_kept(descriptor_);
}

Result<bool> OutputFile::replace(const std::string& content) {
  if (!write_all(descriptor_, content)) return cannot_write(file_);
  if (temporary_.empty() && !is_nameless_) return true;
  if (!is_kept(descriptor_)) return cannot_write(file_);
  if (is_nameless_ && !give_name() && !write_with_name(content)) return cannot_write(file_);
  if (temporary_.empty()) return true;
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) return cannot_write(file_);
  temporary_.clear();
  return true;
}

}  // namespace warplab::grader
