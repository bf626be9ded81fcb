// What a student's host code may try. Each line of the output says whether it was refused; what it
// should have done comes last.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

static void tried(const char* what, bool worked) {
  printf("%s: %s\n", what, worked ? "WORKED" : "refused");
}

static bool opens(const char* file, int how = O_RDONLY) {
  const int number = open(file, how, 0600);
  if (number >= 0) close(number);
  return number >= 0;
}

extern "C" void solve(const float* in, float* out, int n) {
  tried("fork", fork() > 0);
  tried("vfork by number", syscall(SYS_fork) > 0);
  tried("a shell", system("true") == 0);
  tried("ptrace", ptrace(PTRACE_ATTACH, 1, nullptr, nullptr) == 0);
  tried("an internet socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
  tried("a local socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  tried("a network link", socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
  tried("the users", opens("/etc/passwd"));
  tried("processes", opens("/proc/self/maps") || opens("/proc/1/environ"));
  tried("the home", access("/root", F_OK) == 0 || access("/home", F_OK) == 0);
  tried("the reference", opens(WARPLAB_REFERENCE));
  tried("a new file", opens("/x", O_CREAT | O_WRONLY) || opens("/tmp/x", O_CREAT | O_WRONLY));
  tried("its own program", opens("/usr/lib/x", O_CREAT | O_WRONLY));
  tried("memory without a limit", syscall(SYS_memfd_create, "x", 0) >= 0);
  tried("shared memory", mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  tried("memory of System V", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
  tried("three gigabytes", mmap(nullptr, 3ull << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  rlimit more{RLIM_INFINITY, RLIM_INFINITY};
  tried("higher limits", setrlimit(RLIMIT_DATA, &more) == 0);
  tried("a namespace", syscall(SYS_unshare, 0x10000000) == 0);
  tried("a mount", syscall(SYS_mount, "none", "/", "tmpfs", 0, nullptr) == 0);
  tried("a signal to everybody", kill(-1, SIGKILL) == 0 && false);
  tried("a signal to the parent", kill(getppid(), SIGKILL) == 0 && access("/", F_OK) != 0);
  fflush(stdout);
  twice<<<(n + 255) / 256, 256>>>(in, out, n);
}
