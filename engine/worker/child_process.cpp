#include "worker/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "worker/control_page.hpp"

extern char** environ;

namespace warplab::worker {
namespace {

// A process that was killed while it waits for a disk or a driver stays until that answers.
constexpr int kPatienceMs = 5000;

// What the worker needs to find NVRTC, and which GPUs it may see; the rest of our environment is
// none of its business.
constexpr const char* kEnvironment[] = {
    "CUDA_HOME=",    "WARPLAB_NVRTC=", "LD_LIBRARY_PATH=", "CUDA_VISIBLE_DEVICES=",
    "ASAN_OPTIONS=", "LSAN_OPTIONS=",  "TSAN_OPTIONS=",    "UBSAN_OPTIONS="};

std::vector<char*> passed_environment() {
  std::vector<char*> passed;
  for (char** entry = environ; *entry != nullptr; ++entry)
    for (const char* name : kEnvironment)
      if (std::strncmp(*entry, name, std::strlen(name)) == 0) passed.push_back(*entry);
  passed.push_back(nullptr);
  return passed;
}

// A copy with a number above those that the child is given, so that putting one in its place never
// overwrites another.
Descriptor above_reserved(int descriptor) {
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 16));
}

class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class SpawnAttributes {
 public:
  SpawnAttributes() { ::posix_spawnattr_init(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
  posix_spawnattr_t* get() { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& program,
                                         const std::vector<std::string>& arguments, int socket,
                                         int control, int errors) {
  const Descriptor high_socket = above_reserved(socket), high_control = above_reserved(control),
                   high_errors = above_reserved(errors);
  FileActions actions;
  ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(actions.get(), high_errors.number(), STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(actions.get(), high_socket.number(), kSocketDescriptor);
  ::posix_spawn_file_actions_adddup2(actions.get(), high_control.number(), kControlDescriptor);
  ::posix_spawn_file_actions_addclosefrom_np(actions.get(), kFirstOtherDescriptor);

  // Signals that we ignore or block are not to be ignored or blocked there.
  SpawnAttributes attributes;
  sigset_t all, none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(attributes.get(), &all);
  ::posix_spawnattr_setsigmask(attributes.get(), &none);
  ::posix_spawnattr_setpgroup(attributes.get(), 0);
  ::posix_spawnattr_setflags(
      attributes.get(), POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> environment = passed_environment();
  ChildProcess child;
  const int error = ::posix_spawn(&child.pid_, program.c_str(), actions.get(), attributes.get(),
                                  argv.data(), environment.data());
  if (error != 0) {
    child.pid_ = -1;
    return Error{fmt::format("{} cannot be started: {}.", program, std::strerror(error))};
  }
  child.pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child.pid_, 0)));
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      reaped_(other.reaped_),
      stuck_(other.stuck_),
      ending_(other.ending_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pidfd_, other.pidfd_);
  std::swap(reaped_, other.reaped_);
  std::swap(stuck_, other.stuck_);
  std::swap(ending_, other.ending_);
  return *this;
}

bool ChildProcess::ended_within(int milliseconds) {
  if (pid_ < 0 || reaped_) return true;
  const auto reap = [&] {
    int status = 0;
    const pid_t answer = ::waitpid(pid_, &status, WNOHANG);
    if (answer == 0 || (answer < 0 && errno == EINTR)) return false;
    // When the program around us ignores SIGCHLD, the status is gone; the process is too.
    reaped_ = true;
    if (answer == pid_)
      ending_ =
          WIFSIGNALED(status) ? Ending{true, WTERMSIG(status)} : Ending{false, WEXITSTATUS(status)};
    return true;
  };
  if (reap()) return true;
  if (pidfd_) {
    pollfd entry{pidfd_.number(), POLLIN, 0};
    ::poll(&entry, 1, milliseconds);
    return reap();
  }
  for (int waited = 0; waited < milliseconds; ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (reap()) return true;
  }
  return false;
}

Ending ChildProcess::end() {
  if (pid_ < 0 || reaped_) return ending_;
  if (!ended_within(0)) {
    // Without a pidfd: it is not reaped, so the number is still its own.
    if (!pidfd_ || ::syscall(SYS_pidfd_send_signal, pidfd_.number(), SIGKILL, nullptr, 0) != 0)
      ::kill(pid_, SIGKILL);
    if (!ended_within(kPatienceMs)) {
      reaped_ = stuck_ = true;  // the system will have it when it can
      ending_ = {true, SIGKILL};
    }
  }
  return ending_;
}

void ChildProcess::limit_memory(uint64_t bytes) const {
  rlimit limit{};
  if (pid_ < 0 || reaped_ || ::prlimit(pid_, RLIMIT_AS, nullptr, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  ::prlimit(pid_, RLIMIT_AS, &limit, nullptr);
}

}  // namespace warplab::worker
