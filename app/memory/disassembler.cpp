#include "memory/disassembler.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

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

// Reads until the end. False: it took too long, was too much or was cancelled.
bool read_all(int from, std::string& text, const std::atomic<bool>* cancel) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  std::array<char, 65536> piece{};
  while (true) {
    if ((cancel && *cancel) || std::chrono::steady_clock::now() > end || text.size() > kMostText)
      return false;
    pollfd wait{from, POLLIN, 0};
    constexpr int kMilliseconds = 50;  // until cancelling is looked at again
    if (::poll(&wait, 1, kMilliseconds) == 0) continue;
    const ssize_t bytes = ::read(from, piece.data(), piece.size());
    if (bytes <= 0) return bytes == 0;
    text.append(piece.data(), static_cast<size_t>(bytes));
  }
}

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
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"nvdisasm could not be started."};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  std::array<std::string, 4> words{program, "-gi", "-c", file.name()};
  std::array<char*, 5> arguments{words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                                 nullptr};
  pid_t child = 0;
  const bool started =
      ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  const bool whole = started && read_all(ends[0], text, cancel);
  ::close(ends[0]);
  if (!started) return Error{program + " could not be started."};
  if (!whole) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (whole && WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  return Error{program + " did not read the machine code of this kernel."};
}

}  // namespace warplab::app
