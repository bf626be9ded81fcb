#include "runtime/lock.hpp"

#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "base/environment.hpp"
#include "runtime/command.hpp"

namespace warplab::runtime {
namespace fs = std::filesystem;
namespace {

// Calls that a program has no use for: they reach for other processes, for the kernel's own rooms,
// or for memory that no limit counts. What is refused gives EPERM, as it would without the right.
constexpr int kRefused[] = {SCMP_SYS(ptrace),
                            SCMP_SYS(process_vm_readv),
                            SCMP_SYS(process_vm_writev),
                            SCMP_SYS(kcmp),
                            SCMP_SYS(pidfd_open),
                            SCMP_SYS(pidfd_getfd),
                            SCMP_SYS(pidfd_send_signal),
                            SCMP_SYS(socket),
                            SCMP_SYS(bind),
                            SCMP_SYS(connect),
                            SCMP_SYS(listen),
                            SCMP_SYS(unshare),
                            SCMP_SYS(setns),
                            SCMP_SYS(mount),
                            SCMP_SYS(umount2),
                            SCMP_SYS(pivot_root),
                            SCMP_SYS(chroot),
                            SCMP_SYS(move_mount),
                            SCMP_SYS(open_tree),
                            SCMP_SYS(fsopen),
                            SCMP_SYS(fsmount),
                            SCMP_SYS(mount_setattr),
                            SCMP_SYS(bpf),
                            SCMP_SYS(perf_event_open),
                            SCMP_SYS(userfaultfd),
                            SCMP_SYS(io_uring_setup),
                            SCMP_SYS(io_uring_enter),
                            SCMP_SYS(io_uring_register),
                            SCMP_SYS(keyctl),
                            SCMP_SYS(add_key),
                            SCMP_SYS(request_key),
                            SCMP_SYS(open_by_handle_at),
                            SCMP_SYS(name_to_handle_at),
                            SCMP_SYS(init_module),
                            SCMP_SYS(finit_module),
                            SCMP_SYS(delete_module),
                            SCMP_SYS(kexec_load),
                            SCMP_SYS(kexec_file_load),
                            SCMP_SYS(reboot),
                            SCMP_SYS(swapon),
                            SCMP_SYS(swapoff),
                            SCMP_SYS(memfd_create),
                            SCMP_SYS(memfd_secret),
                            SCMP_SYS(shmget),
                            SCMP_SYS(shmat),
                            SCMP_SYS(msgget),
                            SCMP_SYS(semget),
                            SCMP_SYS(mq_open),
                            SCMP_SYS(setrlimit),
                            SCMP_SYS(prlimit64),
                            SCMP_SYS(fork),
                            SCMP_SYS(vfork),
                            SCMP_SYS(ftruncate),
                            SCMP_SYS(fallocate),
                            SCMP_SYS(personality)};

// A file that bwrap reads and that nobody can write; -1: the system refuses it.
int filter_file() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return -1;
  bool is_whole = true;
  const auto refuse = [&](int call, int error, std::vector<scmp_arg_cmp> when) {
    // -EDOM: this machine has no such call.
    const int done = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)),
                                            call, static_cast<unsigned>(when.size()), when.data());
    is_whole = is_whole && (done == 0 || done == -EDOM);
  };
  for (const int call : kRefused) refuse(call, EPERM, {});
  // Threads alone; where clone3 is not there, glibc takes clone.
  refuse(SCMP_SYS(clone), EPERM, {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)});
  refuse(SCMP_SYS(clone3), ENOSYS, {});
  // Shared memory is not the process's own, which is what the limit counts.
  constexpr scmp_datum_t kShared = MAP_SHARED | MAP_ANONYMOUS;
  refuse(SCMP_SYS(mmap), EPERM, {SCMP_A3(SCMP_CMP_MASKED_EQ, kShared, kShared)});
  refuse(SCMP_SYS(ioctl), EPERM, {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, TIOCSTI)});
  const int file = memfd_create("filter", 0);
  is_whole = is_whole && file >= 0 && seccomp_export_bpf(filter, file) == 0;
  seccomp_release(filter);
  if (is_whole && lseek(file, 0, SEEK_SET) == 0) return file;
  if (file >= 0) close(file);
  return -1;
}

void add(std::vector<std::string>& to, std::initializer_list<std::string> words) {
  to.insert(to.end(), words);
}

void add_variable(std::vector<std::string>& to, const std::string& variable) {
  const size_t equals = variable.find('=');
  add(to, {"--setenv", variable.substr(0, equals), variable.substr(equals + 1)});
}

// The system's programs and libraries. On most systems /lib and the like are links into /usr.
void add_system(const Room& room, std::vector<std::string>& words) {
  std::error_code error;
  if (room.is_compiler) {
    add(words, {"--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/share", "--tmpfs", "/tmp"});
  } else {
    for (const char* const libraries : {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32"})
      if (fs::is_directory(libraries, error)) add(words, {"--ro-bind", libraries, libraries});
  }
  for (const char* const below : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    if (fs::is_symlink(below, error))
      add(words, {"--symlink", fs::read_symlink(below, error).string(), below});
    else if (fs::is_directory(below, error)) add(words, {"--ro-bind", below, below});
  }
  for (const char* const needed : {"/etc/ld.so.cache", "/etc/alternatives"})
    add(words, {"--ro-bind-try", needed, needed});
  for (const char* const device : {"/dev/null", "/dev/zero", "/dev/urandom"})
    add(words, {"--dev-bind", device, device});
}

}  // namespace

Locked::Locked(Locked&& other) noexcept
    : words_(std::move(other.words_)), filter_(std::exchange(other.filter_, -1)) {}
Locked::~Locked() {
  if (filter_ >= 0) close(filter_);
}

Result<Locked> Locked::make(const Room& room) {
  Locked locked;
  // util-linux's, which every system has; bwrap sets no limits.
  std::vector<std::string>& words = locked.words_;
  add(words, {"prlimit", "--core=0", "--nofile=256", fmt::format("--data={}", room.memory_bytes),
              fmt::format("--fsize={}", room.file_bytes),
              fmt::format("--cpu={}", room.processor_seconds), "--", "bwrap"});
  add(words, {"--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop",
              "ALL", "--hostname", "warplab", "--clearenv"});
  add_system(room, words);
  for (const fs::path& path : room.readable)
    add(words, {"--ro-bind", path.string(), path.string()});
  for (const fs::path& path : room.writable) add(words, {"--bind", path.string(), path.string()});
  for (const std::string& variable : room.environment) add_variable(words, variable);
  if (room.is_compiler) add(words, {"--proc", "/proc"});
  add(words, {"--remount-ro", "/", "--chdir", room.folder.string()});
  if (!room.is_compiler) {
    locked.filter_ = filter_file();
    if (locked.filter_ < 0) return Error{"The system gives no filter of system calls."};
    add(words, {"--seccomp", std::to_string(locked.filter_)});
  }
  return locked;
}

std::vector<std::string> Locked::command(const std::vector<std::string>& of,
                                         const std::vector<std::string>& environment) const {
  std::vector<std::string> all = words_;
  for (const std::string& variable : environment) add_variable(all, variable);
  all.emplace_back("--");
  all.insert(all.end(), of.begin(), of.end());
  return all;
}

namespace {

Result<bool> try_lock() {
  Room room;
  room.is_compiler = true;  // `true` lies in /usr/bin
  const Result<Locked> locked = Locked::make(room);
  if (!locked) return Error{locked.error()};
  const Said said = run_command(locked->command({"/usr/bin/true"}));
  if (said.status == 0) return true;
  if (said.status == 127 || said.output.find("failed to execute bwrap") != std::string::npos)
    return Error{
        "Host code of others is run behind a lock, and bwrap (Debian: bubblewrap) is not "
        "installed here."};
  return Error{"Host code of others is run behind a lock, and this system does not allow it: " +
               said.output.substr(0, said.output.find('\n'))};
}

}  // namespace

Result<bool> can_lock() {
  static const Result<bool> known = try_lock();
  return known;
}

}  // namespace warplab::runtime
