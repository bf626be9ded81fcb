#include "worker/program/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "worker/control_page.hpp"
#include "worker/sanitized.hpp"

namespace warplab::worker {
namespace {

// Deep recursion is the compiler's way with nested code; its default of "unlimited" would turn a
// source of a million brackets into gigabytes of stack.
// Only the captured standard error is ever written to.
constexpr rlim_t kFileBytes = 1u << 20;
// Two for each buffer of a run, the libraries' own, and a few.
constexpr rlim_t kOpenFiles = 256;

// A soft limit below the hard one can be raised again, which the filter forbids to this process and
// the parent needs for large buffers.
// False when the system refuses it.
bool limit(__rlimit_resource what, rlim_t soft, bool hard_too) {
  rlimit limits{};
  if (::getrlimit(what, &limits) != 0) return false;
  limits.rlim_cur = std::min(soft, limits.rlim_max);
  if (hard_too) limits.rlim_max = limits.rlim_cur;
  return ::setrlimit(what, &limits) == 0;
}

// Where memory runs out this process is the one to end, not the grader that waits for it.
void volunteer_for_the_system() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr char kFirst[] = "1000";
  (void)!::write(file, kFirst, sizeof kFirst - 1);
  ::close(file);
}

// --- Landlock

// struct landlock_ruleset_attr of ABI 6: the kernel's header may be older, or newer, than the
// kernel.
struct LandlockRules {
  uint64_t files = 0;
  uint64_t network = 0;
  uint64_t scopes = 0;
};

constexpr uint64_t low_bits(unsigned count) { return (uint64_t{1} << count) - 1; }

// All that each version of Landlock can refuse. Source: Documentation/userspace-api/landlock.rst.
LandlockRules everything(int version) {
  LandlockRules rules;
  rules.files = low_bits(version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13);
  rules.network = version >= 4 ? low_bits(2) : 0;
  rules.scopes = version >= 6 ? low_bits(2) : 0;
  return rules;
}

size_t size_of_rules(int version) { return version >= 6 ? 24 : version >= 4 ? 16 : 8; }

// --- system calls

// Computing, memory, clocks, threads of this process, and descriptors that are already open.
constexpr int kAllowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(pread64),
    SCMP_SYS(lseek),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(sendmsg),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendto),
    SCMP_SYS(recvfrom),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(membarrier),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(rseq),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(getrusage),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getcwd),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(getrandom),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

// Libraries try these and live with the answer that a file is not theirs to see.
constexpr int kFileCalls[] = {
    SCMP_SYS(open),       SCMP_SYS(openat),    SCMP_SYS(openat2),    SCMP_SYS(creat),
    SCMP_SYS(stat),       SCMP_SYS(lstat),     SCMP_SYS(newfstatat), SCMP_SYS(statx),
    SCMP_SYS(access),     SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
};

// How a sanitizer finds out whether an address can be read.
constexpr int kSanitizerCalls[] = {SCMP_SYS(pipe), SCMP_SYS(pipe2)};

// What the NVIDIA driver goes on doing after it is initialised: it talks to its devices, makes
// events, names its threads and hands memory to itself. Source: what failed without each of them.
constexpr int kDriverCalls[] = {
    SCMP_SYS(ioctl),         SCMP_SYS(eventfd2),     SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_ctl),     SCMP_SYS(memfd_create), SCMP_SYS(fcntl),      SCMP_SYS(mincore),
    SCMP_SYS(mlock),         SCMP_SYS(munlock),      SCMP_SYS(ftruncate),  SCMP_SYS(set_mempolicy),
    SCMP_SYS(get_mempolicy), SCMP_SYS(mbind),        SCMP_SYS(getcpu),     SCMP_SYS(pwrite64),
};

class Filter {
 public:
  // What no rule names is refused, not killed: a library may ask for something new and do without.
  Filter() : context_(::seccomp_init(SCMP_ACT_ERRNO(EPERM)), &::seccomp_release) {}

  explicit operator bool() const { return context_ != nullptr; }

  template <class... Conditions>
  void add(uint32_t action, int call, Conditions... conditions) {
    const int error =
        ::seccomp_rule_add(context_.get(), action, call, sizeof...(conditions), conditions...);
    // Not every call exists on every processor; those that do not need no rule.
    if (error != 0 && error != -EDOM && first_error_ == 0) first_error_ = error;
  }

  // 0, or an errno.
  int load() {
    if (first_error_ != 0) return -first_error_;
    // NVRTC may have threads by now, and the one that watches for the parent's end is ours.
    if (const int error = ::seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_TSYNC, 1); error != 0)
      return -error;
    return -::seccomp_load(context_.get());
  }

 private:
  std::unique_ptr<void, decltype(&::seccomp_release)> context_;
  int first_error_ = 0;
};

}  // namespace

Result<bool> limit_resources(uint64_t memory) {
  volunteer_for_the_system();
  limit(RLIMIT_CORE, 0, true);
  limit(RLIMIT_FSIZE, kFileBytes, true);
  limit(RLIMIT_NOFILE, kOpenFiles, true);
  limit(RLIMIT_STACK, kStackBytes, false);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (!kMemoryCanBeLimited) return true;
  if (!limit(RLIMIT_AS, memory, false))
    return Error{
        fmt::format("The system does not let the memory of a worker be limited (setrlimit: {}); "
                    "without a limit no student's code is run.",
                    std::strerror(errno))};
  rlimit set{};
  if (::getrlimit(RLIMIT_AS, &set) == 0 && set.rlim_cur < memory)
    return Error{fmt::format(
        "A worker needs {:.1f} GiB of address space and the system allows it {:.1f} GiB "
        "(`ulimit -v`).",
        static_cast<double>(memory) / (1u << 30), static_cast<double>(set.rlim_cur) / (1u << 30))};
  return true;
}

void limit_gpu_resources() {
  limit(RLIMIT_CORE, 0, true);
  limit(RLIMIT_FSIZE, kFileBytes, true);
  limit(RLIMIT_STACK, kStackBytes, false);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

bool drop_capabilities() {
  // capabilities(7), capset(2): version 3 has two words of each set.
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capset, &header, none) == 0;
}

int deny_files() {
  const int version = static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (version < 1) return 0;
  const LandlockRules rules = everything(version);
  const int ruleset =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size_of_rules(version), 0));
  if (ruleset < 0) return 0;
  const bool restricted = ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return restricted ? version : 0;
}

namespace {

enum class Allowance : uint8_t { computing, gpu };

Result<bool> filter_for(Allowance allowance) {
  Filter filter;
  if (!filter) return Error{"The worker cannot be locked: there is no filter for system calls."};
  for (const int call : kAllowed) filter.add(SCMP_ACT_ALLOW, call);
  for (const int call : kFileCalls) filter.add(SCMP_ACT_ERRNO(EACCES), call);
  if (allowance == Allowance::gpu)
    for (const int call : kDriverCalls) filter.add(SCMP_ACT_ALLOW, call);
  if (kSanitized)
    for (const int call : kSanitizerCalls) filter.add(SCMP_ACT_ALLOW, call);
  // Memory that can be written and executed is what an attack on the compiler would want.
  const auto not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(mmap), not_executable);
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(mprotect), not_executable);
  // Threads, which the simulator starts, but no processes. What clone3() asks for lies in memory
  // where a filter cannot look; when it does not exist, glibc takes clone().
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(clone),
             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  filter.add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  // abort() and raise(), and no signal to anybody else.
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill),
             SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
  if (const int error = filter.load(); error != 0)
    return Error{fmt::format("The worker cannot be locked: the system call filter is refused ({}).",
                             std::strerror(error))};
  return true;
}

}  // namespace

Result<bool> filter_system_calls() { return filter_for(Allowance::computing); }
Result<bool> filter_gpu_system_calls() { return filter_for(Allowance::gpu); }

}  // namespace warplab::worker
