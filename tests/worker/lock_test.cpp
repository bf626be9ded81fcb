// The lock, tried from inside: each test closes the door behind a child of its own and tries a
// handle.
#include "worker/program/lock.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "skip.hpp"
#include "worker/sanitized.hpp"

using namespace warplab::worker;

namespace {

constexpr int kLockFailed = 250;

// What `attempt` returns in a locked process: 0 to 200, or the number of the signal that ended it,
// +1000.
int locked(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!limit_resources(uint64_t{1} << 40)) ::_exit(kLockFailed);
    if (!drop_capabilities()) ::_exit(kLockFailed);
    deny_files();
    if (!filter_system_calls()) ::_exit(kLockFailed);
    ::_exit(attempt());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

// The same behind Landlock alone: the filter of system calls would refuse files, too, and hide that
// Landlock does nothing.
int landlocked(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!limit_resources(uint64_t{1} << 40)) ::_exit(kLockFailed);
    ::_exit(deny_files() > 0 ? attempt() : kLockFailed);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Of the kernel; below 1: it has none, or it is switched off.
int landlock_version() {
  constexpr unsigned kTellVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, kTellVersion));
}

// 0 when the call worked, else its errno.
int error_of(long result) { return result >= 0 ? 0 : errno; }

int error_of_connecting() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return error_of(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address));
}

}  // namespace

// In a process that may not use prlimit64() and, as in some containers, is told so by an error.
TEST_CASE("where the system refuses a limit of memory nothing is run, and the reason is said" *
          doctest::skip(!kMemoryCanBeLimited)) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
    for (const int call : {SCMP_SYS(prlimit64), SCMP_SYS(setrlimit)})
      if (::seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0) != 0) ::_exit(kLockFailed);
    if (::seccomp_load(filter) != 0) ::_exit(kLockFailed);
    const auto limited = limit_resources(uint64_t{1} << 32);
    ::_exit(limited ? 1 : limited.error().find("memory of a worker") == std::string::npos ? 2 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("less address space than a worker needs is refused, and enough is not" *
          doctest::skip(!kMemoryCanBeLimited)) {
  const auto refused_with = [](rlim_t allowed) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const rlimit limits{allowed, allowed};
      if (::setrlimit(RLIMIT_AS, &limits) != 0) ::_exit(kLockFailed);
      ::_exit(limit_resources(uint64_t{2} << 30) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };
  CHECK(refused_with(rlim_t{1} << 30) == 1);
  CHECK(refused_with(rlim_t{2} << 30) == 0);
}

TEST_CASE("no file can be opened, looked at or listed") {
  CHECK(locked([] { return error_of(::open("/etc/passwd", O_RDONLY)); }) == EACCES);
  CHECK(locked([] { return error_of(::open("/tmp", O_RDONLY | O_DIRECTORY)); }) == EACCES);
  CHECK(locked([] { return error_of(::open("/tmp/warplab-new", O_WRONLY | O_CREAT, 0600)); }) ==
        EACCES);
  CHECK(locked([] { return error_of(::access("/etc/passwd", F_OK)); }) == EACCES);
  CHECK(locked([] {
          struct stat status {};
          return error_of(::stat("/etc/passwd", &status));
        }) == EACCES);
}

TEST_CASE("a worker that root starts has no rights of root") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!limit_resources(uint64_t{1} << 40) || !drop_capabilities()) ::_exit(kLockFailed);
    std::ifstream file("/proc/thread-self/status");
    int sets = 0;
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("CapInh:") || line.starts_with("CapPrm:") || line.starts_with("CapEff:"))
        sets += line.ends_with("0000000000000000");
    ::_exit(sets);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
}

TEST_CASE("Landlock by itself lets no file be opened, listed, made or changed") {
  if (landlock_version() < 1) return warplab_test::skip("no Landlock in this kernel");
  const std::string own = "/tmp/warplab-landlock-" + std::to_string(::getpid());
  const int file = ::open(own.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  REQUIRE(file >= 0);
  CHECK(landlocked([&] { return error_of(::open(own.c_str(), O_RDONLY)); }) == EACCES);
  CHECK(landlocked([&] { return error_of(::open(own.c_str(), O_WRONLY)); }) == EACCES);
  CHECK(landlocked([&] { return error_of(::unlink(own.c_str())); }) == EACCES);
  CHECK(landlocked([] { return error_of(::open("/tmp", O_RDONLY | O_DIRECTORY)); }) == EACCES);
  CHECK(landlocked([&] { return error_of(::mkdir((own + "-new").c_str(), 0700)); }) == EACCES);
  CHECK(landlocked([] { return error_of(::execl("/bin/true", "true", nullptr)); }) == EACCES);
  if (landlock_version() >= 4) CHECK(landlocked(error_of_connecting) == EACCES);
  if (landlock_version() >= 6)
    CHECK(landlocked([] { return error_of(::kill(::getppid(), 0)); }) == EPERM);
  // What is open stays so, and computing needs no file.
  CHECK(landlocked([&] { return error_of(::write(file, "x", 1)); }) == 0);
  CHECK(landlocked([] { return static_cast<int>(std::vector<char>(1 << 20, 7).back()); }) == 7);
  ::close(file);
  CHECK(::unlink(own.c_str()) == 0);
}

TEST_CASE("a name that exists and one that does not get the same answer") {
  const auto open_error = [](const char* name) {
    return locked([name] { return error_of(::open(name, O_RDONLY)); });
  };
  CHECK(open_error("/etc/passwd") == open_error("/nonexistent/file"));
}

TEST_CASE("no socket, no process, no program, no other process") {
  CHECK(locked([] { return error_of(::socket(AF_INET, SOCK_STREAM, 0)); }) == EPERM);
  CHECK(locked([] { return error_of(::socket(AF_UNIX, SOCK_STREAM, 0)); }) == EPERM);
  CHECK(locked([] {
          const pid_t child = ::fork();
          if (child == 0) ::_exit(0);
          return error_of(child);
        }) == EPERM);
  CHECK(locked([] { return error_of(::syscall(SYS_vfork)); }) == EPERM);
  CHECK(locked([] { return error_of(::execl("/bin/true", "true", nullptr)); }) == EPERM);
  CHECK(locked([] { return error_of(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }) == EPERM);
  CHECK(locked([] { return error_of(::kill(::getppid(), 0)); }) == EPERM);
  CHECK(locked([] { return error_of(::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0)); }) ==
        EPERM);
}

TEST_CASE("no memory that can be executed, and no limit that can be raised") {
  CHECK(locked([] {
          void* const memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return memory == MAP_FAILED ? errno : 0;
        }) == EPERM);
  CHECK(locked([] {
          void* const memory =
              ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return error_of(::mprotect(memory, 4096, PROT_READ | PROT_EXEC));
        }) == EPERM);
  CHECK(locked([] {
          const rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
          return error_of(::setrlimit(RLIMIT_AS, &limit));
        }) == EPERM);
}

TEST_CASE("a namespace or a process cannot be had by other names") {
  CHECK(locked([] { return error_of(::unshare(CLONE_NEWUSER)); }) == EPERM);
  CHECK(locked([] { return error_of(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }) == EPERM);
  CHECK(locked([] { return error_of(::syscall(SYS_clone3, nullptr, 0)); }) == ENOSYS);
}

TEST_CASE("a process that was locked still has memory, threads and clocks") {
  CHECK(locked([] {
          int sum = 0;
          std::thread a([&] { sum += 1; });
          a.join();
          std::thread b([&] { sum += 2; });
          b.join();
          std::vector<int> memory(1 << 22, 1);
          return sum == 3 && memory.back() == 1 &&
                         std::chrono::steady_clock::now().time_since_epoch().count() > 0
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("a thread that was there before the lock is locked, too") {
  CHECK(locked([] { return 0; }) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::atomic<bool> go{false};
    int error = -1;
    std::thread older([&] {
      while (!go) std::this_thread::yield();
      error = error_of(::open("/etc/passwd", O_RDONLY));
    });
    const bool is_locked = static_cast<bool>(filter_system_calls());
    go = true;
    older.join();
    ::_exit(is_locked ? error : kLockFailed);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == EACCES);
}

TEST_CASE("a process that aborts after the lock still dies of its own signal") {
  CHECK(locked([]() -> int {
          ::signal(SIGABRT, SIG_DFL);  // doctest's handler is not meant
          ::abort();
        }) == 1000 + SIGABRT);
}

TEST_CASE("limits are set before anything else happens") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!limit_resources(uint64_t{1} << 40)) ::_exit(kLockFailed);
    rlimit core{}, file{};
    ::getrlimit(RLIMIT_CORE, &core);
    ::getrlimit(RLIMIT_FSIZE, &file);
    ::_exit(core.rlim_max == 0 && file.rlim_max <= (1u << 20) ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 0);
}
