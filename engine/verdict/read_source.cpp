// Reading a submitted file. It comes from a stranger: a folder, a pipe, a device, an archive or a
// gigabyte of anything may stand where a kernel should be.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "verdict/grade.hpp"

namespace warplab::verdict {
namespace {

// A kernel file of this course has some hundred lines; a megabyte is thirty thousand.
constexpr uint64_t kMaxSourceBytes = 1'000'000;

class OpenFile {
 public:
  // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
  explicit OpenFile(const std::filesystem::path& file)
      : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// What a text file never holds: control characters other than white space. No encoding of text is
// refused for its accents, so a comment in Latin-1 is fine.
bool is_control(unsigned char c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v') || c == 0x7f;
}

Result<bool> check_text(const std::string& name, std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return Error{fmt::format("{} is saved as UTF-16; save it as UTF-8.", name)};
  for (size_t i = 0; i < text.size(); ++i)
    if (is_control(static_cast<unsigned char>(text[i])))
      return Error{fmt::format(
          "{} is a binary file (byte {} is 0x{:02x}); expected the text of a CUDA kernel.", name, i,
          static_cast<unsigned char>(text[i]))};
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos)
    return Error{fmt::format("{} is empty; expected a CUDA kernel.", name)};
  return true;
}

}  // namespace

Result<std::string> read_source(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const OpenFile open_file(file);
  if (open_file.descriptor() < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return Error{fmt::format("{} is missing; expected it in {}.", name,
                               file.has_parent_path() ? file.parent_path().string() : ".")};
    return Error{fmt::format("{} cannot be opened: {}.", name, std::strerror(errno))};
  }
  struct stat status {};
  if (::fstat(open_file.descriptor(), &status) != 0)
    return Error{fmt::format("{} cannot be read: {}.", name, std::strerror(errno))};
  if (S_ISDIR(status.st_mode))
    return Error{fmt::format("{} is a folder; expected a file with a CUDA kernel.", name)};
  if (!S_ISREG(status.st_mode))
    return Error{fmt::format("{} is not an ordinary file; expected a CUDA kernel.", name)};
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > kMaxSourceBytes)
    return Error{fmt::format("{} has {:.1f} MB; a kernel file may have at most {:.0f} MB.", name,
                             static_cast<double>(size) / 1e6,
                             static_cast<double>(kMaxSourceBytes) / 1e6)};

  std::string text(size, '\0');
  size_t read = 0;
  while (read < text.size()) {
    const ssize_t n = ::read(open_file.descriptor(), text.data() + read, text.size() - read);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Error{fmt::format("{} cannot be read: {}.", name, std::strerror(errno))};
    if (n == 0) break;  // it was shortened while we read
    read += static_cast<size_t>(n);
  }
  text.resize(read);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // the byte order mark of some editors
  if (const Result<bool> is_text = check_text(name, text); !is_text) return Error{is_text.error()};
  return text;
}

}  // namespace warplab::verdict
