#include "experiment/live.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

extern char** environ;

namespace warplab::experiment {
namespace {

namespace fs = std::filesystem;

// A recording takes a few seconds, most of them the start of the driver.
constexpr std::chrono::seconds kPatience{60};
constexpr int kGlanceMilliseconds = 50;  // how soon `cancel` is heeded
constexpr size_t kLargestOutput = size_t{16} << 20;

fs::path recorder_program() {
  if (const char* const given = std::getenv("WARPLAB_TIME_LINES")) return given;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("time_lines") : self.parent_path() / "time_lines";
}

// What the program wrote to its standard output and error.
struct Output {
  std::string out, err;
};

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
  void close(size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  ~Pipe() {
    close(0);
    close(1);
  }
};

// Reads both pipes to their ends. The Error says why it was given up.
Result<bool> read_all(std::array<Pipe*, 2> pipes, Output& output, const std::atomic<bool>* cancel) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::array<std::string*, 2> to{&output.out, &output.err};
  while (pipes[0]->ends[0] >= 0 || pipes[1]->ends[0] >= 0) {
    if (cancel && *cancel) return Error{"The recording was cancelled."};
    if (std::chrono::steady_clock::now() > deadline)
      return Error{"The recording took longer than a minute and was ended."};
    std::array<pollfd, 2> waits{pollfd{pipes[0]->ends[0], POLLIN, 0},
                                pollfd{pipes[1]->ends[0], POLLIN, 0}};
    if (::poll(waits.data(), waits.size(), kGlanceMilliseconds) <= 0) continue;
    for (size_t i = 0; i < 2; ++i) {
      if (waits[i].revents == 0) continue;
      std::array<char, 65536> piece{};
      const ssize_t got = ::read(pipes[i]->ends[0], piece.data(), piece.size());
      if (got > 0) to[i]->append(piece.data(), static_cast<size_t>(got));
      else if (got == 0 || errno != EINTR) pipes[i]->close(0);
      if (to[i]->size() > kLargestOutput) return Error{"The recording is larger than any."};
    }
  }
  return true;
}

// Starts the program and waits for it; its exit status, or an Error.
Result<int> run_recorder(const fs::path& program, const std::string& recorder, Output& output,
                         const std::atomic<bool>* cancel) {
  Pipe out, err;
  if (!out.open() || !err.open()) return Error{"There is no pipe for the recording."};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  std::string name = program.string(), what = recorder;
  std::array<char*, 3> arguments{name.data(), what.data(), nullptr};
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, name.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    return Error{
        fmt::format("The recorder {} cannot be started: {}.", name, std::strerror(failed))};
  out.close(1);
  err.close(1);
  const Result<bool> read = read_all({&out, &err}, output, cancel);
  if (!read) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!read) return Error{read.error()};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

Result<Recording> record_live(const std::string& recorder, const std::atomic<bool>* cancel) {
  Output output;
  const Result<int> ended = run_recorder(recorder_program(), recorder, output, cancel);
  if (!ended) return Error{ended.error()};
  if (*ended != 0) {
    const std::string said = output.err.substr(0, output.err.find('\n'));
    return Error{said.empty() ? "The recorder ended without a recording." : said};
  }
  return parse_recording(output.out, "live");
}

}  // namespace warplab::experiment
