#include "memory/disassembler.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/child_process.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

// A kernel takes it some hundredths of a second.
constexpr auto kLongest = std::chrono::seconds(20);
constexpr size_t kMostText = size_t{16} << 20;

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

// A file that is gone when this is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::vector<uint8_t>& content) {
    std::error_code error;
    name_ = (fs::temp_directory_path(error) / "warplab-cubin-XXXXXX").string();
    const int file = ::mkstemp(name_.data());
    if (file < 0) {
      name_.clear();
      return;
    }
    size_t written = 0;
    while (written < content.size()) {
      const ssize_t now = ::write(file, content.data() + written, content.size() - written);
      if (now <= 0) break;
      written += static_cast<size_t>(now);
    }
    ::close(file);
    is_whole_ = written == content.size();
  }
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& name() const { return name_; }
  bool is_whole() const { return is_whole_; }

 private:
  std::string name_;
  bool is_whole_ = false;
};

}  // namespace

std::optional<std::string> find_disassembler() {
  std::vector<fs::path> folders;
  if (const char* const path = std::getenv("PATH")) {
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, ':');)
      if (!part.empty()) folders.emplace_back(part);
  }
  if (const char* const home = std::getenv("CUDA_HOME")) folders.push_back(fs::path(home) / "bin");
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders)
    if (is_program(folder / "nvdisasm")) return (folder / "nvdisasm").string();
  return std::nullopt;
}

Result<std::string> disassemble(const std::string& program, const std::vector<uint8_t>& cubin,
                                const std::atomic<bool>* cancel) {
  if (cubin.empty()) return Error{"The compiler made no machine code of this text."};
  const TemporaryFile file(cubin);
  if (!file.is_whole()) return Error{"The machine code could not be written to a temporary file."};
  ChildProcess child({program, "-gi", "-c", file.name()}, {});
  if (!child.has_started()) return Error{program + " could not be started."};
  const auto end = std::chrono::steady_clock::now() + kLongest;
  std::string text;
  const bool whole = child.read_output(text, [&] {
    return (cancel && *cancel) || std::chrono::steady_clock::now() > end || text.size() > kMostText;
  });
  if (!whole) child.kill();
  if (child.wait() == 0 && whole) return text;
  return Error{program + " did not read the machine code of this kernel."};
}

}  // namespace warplab::app
