#include "verdict/plan/read_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/wide_encoding.hpp"
#include "data/lab_says.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using data::LabSays;
using data::say;
using words::told;

// O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
constexpr int kToRead = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
constexpr int kFolder = O_RDONLY | O_CLOEXEC | O_DIRECTORY;

class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

// What a text file never holds: control characters other than white space. No encoding of text is
// refused for its accents, so a comment in Latin-1 is fine.
bool is_control(unsigned char c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v') || c == 0x7f;
}

// For sentences: what a file of this name holds.
bool is_of_window(std::string_view name) { return name.ends_with(".json"); }
LabSays what_is_expected(std::string_view name) {
  return is_of_window(name) ? LabSays::what_window_writes : LabSays::a_cuda_kernel;
}

// Lines that end as on old Macs are one line to a compiler: a comment with // or a directive hides
// all that comes after it.
bool is_one_line_by_mistake(std::string_view text) {
  return text.find('\r') != std::string_view::npos && text.find('\n') == std::string_view::npos &&
         (text.find("//") != std::string_view::npos || text.find('#') != std::string_view::npos);
}

Result<bool> check_text(const std::string& name, std::string_view text) {
  if (const std::string_view encoding = wide_encoding_of(text); !encoding.empty())
    return Error{told(LabSays::file_of_other_encoding, name, encoding)};
  for (size_t i = 0; i < text.size(); ++i)
    if (is_control(static_cast<unsigned char>(text[i])))
      return Error{told(LabSays::file_is_binary, name, i,
                        fmt::format("0x{:02x}", static_cast<unsigned char>(text[i])),
                        what_is_expected(name))};
  if (is_one_line_by_mistake(text)) return Error{told(LabSays::file_is_one_line, name)};
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos)
    return Error{told(LabSays::file_is_empty, name, what_is_expected(name))};
  return true;
}

// Editors of long ago end a text with Ctrl-Z, and some fill the rest of a block with it.
void leave_out_end_of_file_marks(std::string& text) {
  constexpr char kEndOfFile = 0x1a;
  const size_t at = text.find(kEndOfFile);
  if (at == std::string::npos) return;
  const auto is_filling = [](char c) { return c == kEndOfFile || c == '\r' || c == '\n'; };
  if (std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_filling))
    text.resize(at);
}

Error missing(const std::string& name, const std::filesystem::path& folder) {
  return Error{told(LabSays::file_is_missing, name, folder.string())};
}

Error not_ordinary(const std::string& name) {
  return Error{told(LabSays::file_is_not_ordinary, name, what_is_expected(name))};
}

// There is something, and `error` is why it cannot be opened or read.
Submitted unreadable(const std::string& name, int error, LabSays says = LabSays::file_not_opened) {
  const Error why{told(says, name, std::strerror(error))};
  switch (error) {
    case ENXIO:  // a socket
    case ENODEV: return {true, 0, not_ordinary(name)};
    case ENAMETOOLONG:
    case ELOOP: return {true, 0, why};
    default: return {true, error, why};
  }
}

// A size that would be rounded to what it may be is told in bytes.
Error too_large(const std::string& name, uint64_t size) {
  return Error{
      told(is_of_window(name) ? LabSays::text_is_too_large : LabSays::file_is_too_large, name,
           size < kMaxSourceBytes / 10 * 11
               ? data::say(data::Says::bytes, data::Count{size})
               : say(LabSays::megabytes, fmt::format("{:.1f}", static_cast<double>(size) / 1e6)),
           fmt::format("{:.0f}", static_cast<double>(kMaxSourceBytes) / 1e6))};
}

// The text in an open file, which is read once: who changes it meanwhile gets what was there.
Submitted text_in(const OpenFile& file, const std::string& name, const struct stat& status) {
  if (S_ISDIR(status.st_mode))
    return {true, 0, Error{told(LabSays::file_is_folder, name, what_is_expected(name))}};
  if (!S_ISREG(status.st_mode)) return {true, 0, not_ordinary(name)};
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > kMaxSourceBytes) return {true, 0, too_large(name, size)};

  std::string text(size, '\0');
  size_t read = 0;
  while (read < text.size()) {
    const ssize_t n = ::read(file.descriptor(), text.data() + read, text.size() - read);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return unreadable(name, errno, LabSays::file_not_read);
    if (n == 0) break;  // it was shortened while we read
    read += static_cast<size_t>(n);
  }
  text.resize(read);
  return {true, 0, source_in(name, std::move(text))};
}

bool is_link(int folder, const std::string& name) {
  struct stat status {};
  return ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

}  // namespace

Result<std::string> source_in(const std::string& name, std::string text) {
  if (text.size() > kMaxSourceBytes) return too_large(name, text.size());
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // the byte order mark of some editors
  leave_out_end_of_file_marks(text);
  if (const Result<bool> is_text = check_text(name, text); !is_text) return Error{is_text.error()};
  return text;
}

Result<std::string> read_source(const std::filesystem::path& file) {
  return read_followed(file).text;
}

Submitted read_followed(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const OpenFile open_file(::open(file.c_str(), kToRead));
  if (!open_file.is_open()) {
    if (errno != ENOENT && errno != ENOTDIR) return unreadable(name, errno);
    return {false, 0, missing(name, file.has_parent_path() ? file.parent_path() : ".")};
  }
  struct stat status {};
  if (::fstat(open_file.descriptor(), &status) != 0) return unreadable(name, errno);
  return text_in(open_file, name, status);
}

// One name after the other, each opened in the folder that is open already and never followed. What
// openat2() with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS does in one call, on every kernel and in
// containers whose filters do not know that call.
Submitted read_submitted(const std::filesystem::path& folder, const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const auto refused = [](std::string sentence) {
    return Submitted{true, 0, Error{std::move(sentence)}};
  };
  OpenFile at(::open(folder.c_str(), kFolder));
  if (!at.is_open()) return {errno != ENOENT, errno, unreadable(folder.string(), errno).text};
  for (const std::filesystem::path& step : file.parent_path()) {
    if (step == ".." || step.is_absolute()) return refused(told(LabSays::file_is_outside, name));
    OpenFile next(::openat(at.descriptor(), step.c_str(), kFolder | O_NOFOLLOW));
    if (!next.is_open()) {
      const int error = errno;
      if (is_link(at.descriptor(), step.string()))
        return refused(told(LabSays::folder_is_link, step.string(), name));
      if (error == ENOENT || error == ENOTDIR) return {false, 0, missing(name, folder)};
      return unreadable(step.string(), error);
    }
    at = std::move(next);
  }
  const OpenFile open_file(::openat(at.descriptor(), name.c_str(), kToRead | O_NOFOLLOW));
  if (!open_file.is_open()) {
    const int error = errno;
    if (error == ELOOP || is_link(at.descriptor(), name))
      return refused(told(LabSays::file_is_link, name));
    if (error == ENOENT) return {false, 0, missing(name, folder)};
    return unreadable(name, error);
  }
  struct stat status {};
  if (::fstat(open_file.descriptor(), &status) != 0) return unreadable(name, errno);
  if (S_ISREG(status.st_mode) && status.st_nlink != 1)
    return refused(told(LabSays::file_has_names, name, status.st_nlink));
  return text_in(open_file, name, status);
}

}  // namespace warplab::verdict
