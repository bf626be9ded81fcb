#include "runtime/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace warplab::runtime {

Said run_command(const std::vector<std::string>& command) {
  Said said;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return said;
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  pid_t pid = -1;
  const int failed = posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char piece[4096];
  for (ssize_t got = 1; failed == 0 && got != 0;) {
    got = read(ends[0], piece, sizeof piece);
    if (got < 0 && errno != EINTR) break;
    if (got > 0) said.output.append(piece, static_cast<size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  if (failed == 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status))
    said.status = WEXITSTATUS(status);
  return said;
}

}  // namespace warplab::runtime
