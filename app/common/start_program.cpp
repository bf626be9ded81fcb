#include "common/start_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace warplab::app {

std::string start_program(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // The second child's exec reports its failure through a pipe that a success closes.
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0)
    return fmt::format("Cannot start {}: {}.", command[0], std::strerror(errno));
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      for (const int stream : {0, 1, 2}) ::dup2(nothing, stream);
      ::execvp(arguments[0], arguments.data());
    }
    if (grandchild <= 0) {
      const int error = errno;
      (void)!::write(pipe[1], &error, sizeof error);
    }
    ::_exit(0);
  }
  ::close(pipe[1]);
  int error = child < 0 ? errno : 0;
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
    (void)!::read(pipe[0], &error, sizeof error);
  }
  ::close(pipe[0]);
  return error ? fmt::format("Cannot start {}: {}.", command[0], std::strerror(error))
               : std::string();
}

}  // namespace warplab::app
