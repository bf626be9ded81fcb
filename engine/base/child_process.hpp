#pragma once
// A program that this one starts, with pipes to it: tools that are asked something, and attempts
// that may not come back.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

// Where one of its three streams leads. `as_output`: of errors, where the output goes.
enum class ChildStream : uint8_t { ours, nowhere, pipe, as_output };
struct ChildStreams {
  ChildStream input = ChildStream::nowhere, output = ChildStream::pipe,
              errors = ChildStream::nowhere;
};

class ChildProcess {
 public:
  // `words`: the program, by path or by name, and its arguments.
  ChildProcess(const std::vector<std::string>& words, const ChildStreams& streams) {
    std::array<int, 2> to{-1, -1}, from{-1, -1};
    if (streams.input == ChildStream::pipe && ::pipe2(to.data(), O_CLOEXEC) != 0) return;
    if (streams.output == ChildStream::pipe && ::pipe2(from.data(), O_CLOEXEC) != 0) {
      close_end(to[0]), close_end(to[1]);
      return;
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    lead(actions, STDIN_FILENO, streams.input, to[0]);
    lead(actions, STDOUT_FILENO, streams.output, from[1]);
    if (streams.errors == ChildStream::as_output)
      ::posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    else lead(actions, STDERR_FILENO, streams.errors, -1);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
      pid_ = -1;
    ::posix_spawn_file_actions_destroy(&actions);
    close_end(to[0]), close_end(from[1]);
    input_ = to[1], output_ = from[0];
  }
  // Waits for it; it is told that there is no more input.
  ~ChildProcess() {
    wait();
    close_end(output_);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool has_started() const { return pid_ > 0; }
  // Our ends of its pipes; -1: there is none.
  int input() const { return input_; }
  int output() const { return output_; }
  // Appends what it prints to `text`, up to the end. False: `stop`, which is asked now and then and
  // whenever something has come, has said that this is enough.
  bool read_output(std::string& text, const std::function<bool()>& stop = {}) const {
    constexpr int kMilliseconds = 50;  // until `stop` is asked again
    std::array<char, 65536> piece{};
    while (has_started()) {
      if (stop && stop()) return false;
      pollfd readable{output_, POLLIN, 0};
      if (stop && ::poll(&readable, 1, kMilliseconds) <= 0) continue;
      const ssize_t bytes = ::read(output_, piece.data(), piece.size());
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes <= 0) break;
      text.append(piece.data(), static_cast<size_t>(bytes));
    }
    return true;
  }
  void kill() const {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
  }
  // Its exit status; -1: it was not started, or has been ended by a signal.
  int wait() {
    close_end(input_);
    int status = 0;
    while (pid_ > 0 && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    if (std::exchange(pid_, -1) > 0) status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return status_;
  }

 private:
  static void close_end(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
  static void lead(posix_spawn_file_actions_t& actions, int stream, ChildStream where, int end) {
    if (where == ChildStream::pipe) ::posix_spawn_file_actions_adddup2(&actions, end, stream);
    if (where == ChildStream::nowhere)
      ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }

  pid_t pid_ = -1;
  int input_ = -1, output_ = -1, status_ = -1;
};

}  // namespace warplab
