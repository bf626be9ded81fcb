#include "worker/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "worker/control_page.hpp"
#include "worker/system_words.hpp"

extern char** environ;

namespace warplab::worker {
namespace {

// A process that was killed while it waits for a disk or a driver stays until that answers.
constexpr int kPatienceMs = 5000;

// What the worker needs to find NVRTC (in a cache, too), and which GPUs it may see; the rest of our
// environment is none of its business.
constexpr const char* kEnvironment[] = {
    "CUDA_HOME=",      "WARPLAB_NVRTC=",   "WARPLAB_CUBLAS=",       "HOME=",
    "XDG_CACHE_HOME=", "LD_LIBRARY_PATH=", "CUDA_VISIBLE_DEVICES=", "ASAN_OPTIONS=",
    "LSAN_OPTIONS=",   "TSAN_OPTIONS=",    "UBSAN_OPTIONS="};

// As exec() takes them, for as long as `texts` live.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A copy with a number above those that the child is given, so that putting one in its place never
// overwrites another.
Descriptor above_reserved(int descriptor) {
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 16));
}

// What posix_spawn() is told. Each step may fail where there is no memory; the first that does is
// kept.
class Spawning {
 public:
  Spawning() {
    note(::posix_spawn_file_actions_init(&actions_));
    note(::posix_spawnattr_init(&attributes_));
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  void open(int number, const char* path, int flags) {
    note(::posix_spawn_file_actions_addopen(&actions_, number, path, flags, 0));
  }
  void give(const Descriptor& ours, int number) {
    note(::posix_spawn_file_actions_adddup2(&actions_, ours.number(), number));
  }
  void close_from(int number) {
    note(::posix_spawn_file_actions_addclosefrom_np(&actions_, number));
  }
  // A process group of its own. Signals that we ignore or block are not to be ignored or blocked
  // there.
  void stand_alone() {
    sigset_t all, none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    note(::posix_spawnattr_setsigdefault(&attributes_, &all));
    note(::posix_spawnattr_setsigmask(&attributes_, &none));
    note(::posix_spawnattr_setpgroup(&attributes_, 0));
    note(::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP));
  }
  // 0, or an errno.
  int run(pid_t& pid, const char* program, char* const* argv, char* const* environment) {
    if (error_ == 0) note(::posix_spawn(&pid, program, &actions_, &attributes_, argv, environment));
    return error_;
  }

 private:
  void note(int error) {
    if (error_ == 0) error_ = error;
  }
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  int error_ = 0;
};

std::string why_not_started(const std::string& program, int error) {
  // The system says "No such file" of this one, too.
  if (error == ENOENT && ::access(program.c_str(), F_OK) == 0 &&
      ::access("/dev/null", R_OK | W_OK) != 0)
    return fmt::format(
        "{} cannot be started: it needs /dev/null, which this machine does not have.", program);
  return fmt::format("{} cannot be started: {}.", program, system_words(error));
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& program,
                                         const std::vector<std::string>& arguments, int socket,
                                         int control, int errors) {
  const Descriptor high_socket = above_reserved(socket), high_control = above_reserved(control),
                   high_errors = above_reserved(errors);
  if (!high_socket || !high_control || !high_errors) {
    // Where the limit of open files is below those numbers, the answer is EINVAL.
    const int error = errno == EINVAL ? EMFILE : errno;
    return Error{why_not_started(program, error)};
  }
  Spawning spawning;
  spawning.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  spawning.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
  spawning.give(high_errors, STDERR_FILENO);
  spawning.give(high_socket, kSocketDescriptor);
  spawning.give(high_control, kControlDescriptor);
  spawning.close_from(kFirstOtherDescriptor);
  spawning.stand_alone();

  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment();
  pid_t pid = -1;
  if (const int error = spawning.run(pid, program.c_str(), pointers_to(words).data(),
                                     pointers_to(variables).data());
      error != 0)
    return Error{why_not_started(program, error)};
  return adopt(pid);
}

ChildProcess ChildProcess::adopt(pid_t pid) {
  ChildProcess child;
  child.pid_ = pid;
  child.pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  return child;
}

std::vector<std::string> ChildProcess::environment() {
  std::vector<std::string> passed;
  for (char** entry = environ; *entry != nullptr; ++entry)
    for (const char* name : kEnvironment)
      if (std::strncmp(*entry, name, std::strlen(name)) == 0) passed.emplace_back(*entry);
  return passed;
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
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    if (reap()) return true;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    if (pidfd_) {  // a signal of our own may end the wait early: then look again
      pollfd entry{pidfd_.number(), POLLIN, 0};
      if (::poll(&entry, 1, static_cast<int>(left)) >= 0 || errno == EINTR) continue;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
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

Result<bool> ChildProcess::limit_memory(uint64_t bytes) const {
  if (pid_ < 0 || reaped_) return true;  // whoever talks to it will hear of its end
  const auto refused = [] {
    if (errno == ESRCH) return Result<bool>(true);
    return Result<bool>(
        Error{fmt::format("The system does not let the memory of a worker be limited (prlimit: "
                          "{}); without a limit no student's code is run.",
                          std::strerror(errno))});
  };
  rlimit limit{};
  if (::prlimit(pid_, RLIMIT_AS, nullptr, &limit) != 0) return refused();
  if (limit.rlim_max < bytes)
    return Error{fmt::format(
        "A worker needs {:.1f} GiB of address space here and the system allows it {:.1f} GiB "
        "(`ulimit -v`).",
        static_cast<double>(bytes) / (1u << 30), static_cast<double>(limit.rlim_max) / (1u << 30))};
  limit.rlim_cur = bytes;
  if (::prlimit(pid_, RLIMIT_AS, &limit, nullptr) != 0) return refused();
  return true;
}

std::optional<std::chrono::nanoseconds> ChildProcess::computed() const {
  clockid_t clock{};
  timespec time{};
  if (pid_ < 0 || reaped_ || ::clock_getcpuclockid(pid_, &clock) != 0 ||
      ::clock_gettime(clock, &time) != 0)
    return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace warplab::worker
