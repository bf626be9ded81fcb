#include "runtime/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "runtime/wire.hpp"

namespace warplab::runtime {
namespace {

constexpr int kNotStarted = 127;

// While it lives the terminal's signals are the program's alone.
class SignalsLeftToProgram {
 public:
  SignalsLeftToProgram() {
    for (size_t k = 0; k < 2; ++k) before_[k] = signal(kSignals[k], SIG_IGN);
  }
  ~SignalsLeftToProgram() {
    for (size_t k = 0; k < 2; ++k) signal(kSignals[k], before_[k]);
  }
  SignalsLeftToProgram(const SignalsLeftToProgram&) = delete;
  SignalsLeftToProgram& operator=(const SignalsLeftToProgram&) = delete;

 private:
  static constexpr int kSignals[2] = {SIGINT, SIGQUIT};
  void (*before_[2])(int);
};

// In the child: everything up to the program itself.
[[noreturn]] void become_program(const RunRequest& request, int socket, int window) {
  for (const int keep : {socket, window}) fcntl(keep, F_SETFD, 0);
  signal(SIGINT, SIG_DFL);
  signal(SIGQUIT, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  setenv(kDeviceVariable, fmt::format("{}:{}", socket, window).c_str(), 1);
  const char* const paths = std::getenv("LD_LIBRARY_PATH");
  setenv("LD_LIBRARY_PATH",
         paths && *paths ? fmt::format("{}:{}", request.library.string(), paths).c_str()
                         : request.library.c_str(),
         1);
  std::vector<char*> arguments = {const_cast<char*>(request.program.c_str())};
  for (const std::string& word : request.arguments)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(kNotStarted);
}

}  // namespace

Result<ProgramReport> run_program(const RunRequest& request) {
  Service service(request.service);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{fmt::format("The system gives no socket: {}.", std::strerror(errno))};
  const SignalsLeftToProgram signals;
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]), close(ends[1]);
    return Error{fmt::format("The system starts no program: {}.", std::strerror(errno))};
  }
  if (pid == 0) become_program(request, ends[1], service.window_file());
  close(ends[1]);
  // A launch may take long, and the program may be ended meanwhile.
  std::atomic<bool> has_ended = false;
  int status = 0;
  std::thread reaper([&] {
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    has_ended = true;
    // What the program has started may still hold its end of the socket.
    shutdown(ends[0], SHUT_RD);
  });
  while (service.answer(ends[0], pid, has_ended)) {
  }
  shutdown(ends[0], SHUT_RDWR);
  reaper.join();
  close(ends[0]);
  ProgramReport report = service.report(WIFEXITED(status) && WEXITSTATUS(status) != kStopped);
  if (WIFEXITED(status)) report.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) report.signal = WTERMSIG(status);
  return report;
}

}  // namespace warplab::runtime
