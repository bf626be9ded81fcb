#include "connection.hpp"

#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace warplab::runtime {
namespace {

// Never destroyed: a program may call the runtime from its own destructors.
struct Connection {
  std::mutex turn;
  int socket = -1, window_file = -1;
  char* window = nullptr;
  Hello::Reply gpu;
};

struct Pending {
  std::mutex turn;
  std::string text;  // printed by kernels, not yet shown
  int later_error = 0;
  std::atomic<int> sticky{0};
  double microseconds = 0;
  std::atomic<uint32_t> launches{0};  // that nothing has waited for
};

thread_local cudaError_t last_error = cudaSuccess;

Pending& pending() {
  static Pending* const made = new Pending;
  return *made;
}

void write_all(int to, const void* from, size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t done = write(to, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) _exit(kStopped);
    at += done;
    bytes -= static_cast<size_t>(done);
  }
}

void read_all(int from, void* to, size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t done = read(from, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) _exit(kStopped);  // the device has gone, and has said why
    at += done;
    bytes -= static_cast<size_t>(done);
  }
}

void make(const Exchange& exchange, const Connection& c, const std::string& more,
          std::string* rest) {
  Header header;
  header.call = exchange.call;
  header.bytes = static_cast<uint32_t>(more.size());
  write_all(c.socket, &header, sizeof header);
  write_all(c.socket, exchange.request, exchange.request_bytes);
  write_all(c.socket, more.data(), more.size());
  Header answer;
  read_all(c.socket, &answer, sizeof answer);
  read_all(c.socket, exchange.reply, exchange.reply_bytes);
  std::string behind(answer.bytes, '\0');
  read_all(c.socket, &behind[0], behind.size());
  if (rest) *rest = std::move(behind);
}

struct sigaction former_action, our_action;

// An access of the host's to memory that only the device has. The program then ends as it would
// have done.
void on_fault(int, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<uint64_t>(info->si_addr);
  sigaction(SIGSEGV, &former_action, nullptr);
  if (!is_device_address(address)) return;
  HostFault fault;
  fault.address = address;
  fault.frames = frames_here();
#if defined(__x86_64__)
  constexpr greg_t kWrites = 2;  // of a page fault's error code
  fault.is_write = (static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrites) != 0;
#endif
#if defined(__x86_64__)
  // The access itself stands in no return address.
  for (uint32_t k = kMostFrames - 1; k > 0; --k)
    fault.frames.address[k] = fault.frames.address[k - 1];
  if (fault.frames.count < kMostFrames) ++fault.frames.count;
  fault.frames.address[0] =
      static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]) + 1;
#else
  (void)context;
#endif
  const HostFault::Reply reply = ask(fault);
  if (!reply.is_opened) return;
  mprotect(reinterpret_cast<void*>(reply.begin), reply.bytes, PROT_READ | PROT_WRITE);
  sigaction(SIGSEGV, &our_action, nullptr);
}

void report_lost_output() {
  Pending& p = pending();
  if (p.text.empty()) return;
  OutputLost lost;
  lost.bytes = p.text.size();
  p.text.clear();
  ask(lost);
}

Connection* connect() {
  auto* const c = new Connection;
  const char* const names = getenv(kDeviceVariable);
  if (!names || std::sscanf(names, "%d:%d", &c->socket, &c->window_file) != 2)
    stop("This program was built for Warp Lab's simulator: start it with `grader run`.");
  const Hello hello;
  make({Call::hello, &hello, sizeof hello, &c->gpu, sizeof c->gpu}, *c, {}, nullptr);
  void* const window = mmap(nullptr, c->gpu.window_bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, c->window_file, 0);
  if (window == MAP_FAILED) stop("The system gives this program no room for device memory.");
  c->window = static_cast<char*>(window);
  our_action.sa_sigaction = on_fault;
  our_action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &our_action, &former_action);
  std::atexit(report_lost_output);
  return c;
}

Connection& connection() {
  static Connection* const c = connect();
  return *c;
}

constexpr uint64_t kPage = 4096;

void show_text() {
  Pending& p = pending();
  std::string text;
  {
    const std::lock_guard<std::mutex> lock(p.turn);
    text.swap(p.text);
    if (p.later_error != 0) p.sticky = p.later_error;
  }
  if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

void ask(const Exchange& exchange, const std::string& more, std::string* rest) {
  Connection& c = connection();
  const std::lock_guard<std::mutex> lock(c.turn);
  make(exchange, c, more, rest);
}

const Hello::Reply& gpu() { return connection().gpu; }

char* device_bytes(uint64_t address) {
  return connection().window + (address - gpu().first_address);
}

bool is_device_address(uint64_t address) {
  return address - gpu().first_address < gpu().window_bytes;
}

bool map_for_host(uint64_t address, uint64_t bytes) {
  const uint64_t begin = address / kPage * kPage;
  const uint64_t end = (address + (bytes ? bytes : 1) + kPage - 1) / kPage * kPage;
  void* const wanted = reinterpret_cast<void*>(begin);
  void* const got =
      mmap(wanted, end - begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
           connection().window_file, static_cast<off_t>(begin - gpu().first_address));
  if (got == wanted) return true;
  if (got != MAP_FAILED) munmap(got, end - begin);
  return false;
}

void unmap_for_host(uint64_t address, uint64_t bytes) {
  const uint64_t begin = address / kPage * kPage;
  const uint64_t end = (address + (bytes ? bytes : 1) + kPage - 1) / kPage * kPage;
  munmap(reinterpret_cast<void*>(begin), end - begin);
}

bool map_over_host(void* host, uint64_t address, uint64_t bytes) {
  std::memcpy(device_bytes(address), host, bytes);
  return mmap(host, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, connection().window_file,
              static_cast<off_t>(address - gpu().first_address)) == host;
}

bool give_host_back(void* host, uint64_t bytes) {
  void* const own =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return false;
  std::memcpy(own, host, bytes);
  return mremap(own, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, host) == host;
}

namespace {
void protect(const std::string& areas, bool closes) {
  for (size_t at = 0; at + sizeof(Area) <= areas.size(); at += sizeof(Area)) {
    Area area;
    std::memcpy(&area, areas.data() + at, sizeof area);
    const int closed = area.may_read ? PROT_READ : PROT_NONE;
    mprotect(reinterpret_cast<void*>(area.begin), area.bytes,
             closes ? closed : PROT_READ | PROT_WRITE);
  }
}
}  // namespace

void close_for_host(uint32_t closes) {
  if (closes == 0) return;
  std::string areas;
  ask(ClosedAreas(), {}, &areas);
  protect(areas, true);
}
void open_for_host(const std::string& areas) { protect(areas, false); }

namespace {
thread_local const Frames* frames_instead = nullptr;
}
FramesOf::FramesOf(const Frames& frames) : frames_(frames), before_(frames_instead) {
  frames_instead = &frames_;
}
FramesOf::~FramesOf() { frames_instead = before_; }

Frames frames_here() {
  if (frames_instead) return *frames_instead;
  Frames frames;
  void* found[kMostFrames + 4];
  const int count = backtrace(found, static_cast<int>(kMostFrames + 4));
  for (int k = 1; k < count && frames.count < kMostFrames; ++k)
    frames.address[frames.count++] = reinterpret_cast<uint64_t>(found[k]);
  return frames;
}

int sticky_error() { return pending().sticky; }

void begin_anew() {
  Pending& p = pending();
  const std::lock_guard<std::mutex> lock(p.turn);
  p.later_error = 0;
  p.sticky = 0;
}

cudaError_t returned(const char* call, int error) {
  const int sticky = sticky_error();
  const bool is_sticky = sticky != 0;
  if (is_sticky) error = sticky;
  if (error == cudaSuccess) return cudaSuccess;
  const auto name = static_cast<cudaError_t>(error);
  last_error = name;
  // What a kernel has done is told with its line.
  if (error == cudaErrorNotReady || is_sticky) return name;
  Failed failed;
  failed.error = error;
  failed.frames = frames_here();
  ask(failed, std::string(call) + '\n' + cudaGetErrorName(name) + '\n' + cudaGetErrorString(name));
  return name;
}

cudaError_t answered(int error) {
  const auto name = static_cast<cudaError_t>(error);
  if (name != cudaSuccess) last_error = name;
  return name;
}

cudaError_t returned_after_wait(const char* call, int error) {
  show_text();
  return returned(call, error);
}

void note_wait() { pending().launches = 0; }

void take_launch(int later_error, const std::string& text, double microseconds) {
  Pending& p = pending();
  const std::lock_guard<std::mutex> lock(p.turn);
  p.text += text;
  if (p.later_error == 0) p.later_error = later_error;
  p.microseconds += microseconds;
  ++p.launches;
}

uint32_t launches_under_way() { return pending().launches; }

double device_milliseconds() {
  Pending& p = pending();
  const std::lock_guard<std::mutex> lock(p.turn);
  return p.microseconds / 1000;
}

void stop(const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", sentence.c_str());
  std::fflush(stderr);
  _exit(kStopped);
}

void missing(const char* what) {
  stop(std::string(what) + " is not part of the simulator's CUDA runtime yet.");
}

}  // namespace warplab::runtime

using warplab::runtime::last_error;

extern "C" {

cudaError_t cudaGetLastError() {
  const int sticky = warplab::runtime::sticky_error();
  if (sticky != 0) return static_cast<cudaError_t>(sticky);
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  const int sticky = warplab::runtime::sticky_error();
  return sticky != 0 ? static_cast<cudaError_t>(sticky) : last_error;
}

// For the stubs of calls that are missing, which are made for each program.
[[noreturn]] void warplab_missing(const char* what) { warplab::runtime::missing(what); }

}  // extern "C"
