#include "runtime/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

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

// What a kept output may have; the rest is left out.
constexpr size_t kMostKept = size_t{1} << 20;

// Closed when it goes.
class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&&) = delete;
  ~File() { close_now(); }
  int number() const { return number_; }
  void close_now() {
    if (number_ >= 0) close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

// What the child becomes: words, variables, and what it inherits.
struct Start {
  std::vector<std::string> words, environment;
  std::vector<int> inherited;
  int input = -1, output = -1, errors = -1;  // -1: this process's own
};

std::string text_of(int file) {
  std::string text(kMostKept, '\0');
  const ssize_t bytes = pread(file, text.data(), text.size(), 0);
  text.resize(bytes > 0 ? static_cast<size_t>(bytes) : 0);
  return text;
}

// In the child: everything up to the program itself.
[[noreturn]] void become_program(const Start& start) {
  for (const int keep : start.inherited) fcntl(keep, F_SETFD, 0);
  if (start.input >= 0) dup2(start.input, STDIN_FILENO);
  if (start.output >= 0) dup2(start.output, STDOUT_FILENO);
  if (start.errors >= 0) dup2(start.errors, STDERR_FILENO);
  signal(SIGINT, SIG_DFL);
  signal(SIGQUIT, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  for (const std::string& variable : start.environment) {
    const size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  std::vector<char*> arguments;
  for (const std::string& word : start.words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(kNotStarted);
}

// From now on each message that is sent names its process.
void name_senders(int socket) {
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

// The process that talks at the other end: behind a lock it is not the one that was started.
pid_t sender(int socket) {
  char byte = 0;
  iovec piece{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(ucred))] = {};
  msghdr message{};
  message.msg_iov = &piece, message.msg_iovlen = 1;
  message.msg_control = room, message.msg_controllen = sizeof room;
  ssize_t got = 0;
  do got = recvmsg(socket, &message, MSG_PEEK | MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr* const first = CMSG_FIRSTHDR(&message);
  if (got <= 0 || !first || first->cmsg_type != SCM_CREDENTIALS) return -1;
  ucred who{};
  std::memcpy(&who, CMSG_DATA(first), sizeof who);
  return who.pid;
}

// Waits for the program, and ends it where a limit of the request says so.
class Watch {
 public:
  Watch(const RunRequest& request, pid_t pid, int window)
      : request_(request), pid_(pid), window_(window) {}

  // Returns its status; `has_ended` is set as soon as it is to end.
  int wait(std::atomic<bool>& has_ended) {
    const File process(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    int status = 0;
    while (!has_exited(process.number())) {
      if (ended_ != Ended::by_itself) continue;
      ended_ = reason_to_end();
      if (ended_ == Ended::by_itself) continue;
      has_ended = true;
      kill(pid_, SIGKILL);
    }
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    has_ended = true;
    return status;
  }
  ProgramReport::Ended ended() const { return ended_; }

 private:
  using Ended = ProgramReport::Ended;
  static bool has_exited(int process) {
    constexpr int kMilliseconds = 50;  // until limits are looked at again
    if (process < 0) return true;      // an old system: it is waited for, without limits
    pollfd readable{process, POLLIN, 0};
    return poll(&readable, 1, kMilliseconds) > 0;
  }
  Ended reason_to_end() const {
    constexpr uint64_t kBlock = 512;  // of stat(2)
    if (request_.cancel && *request_.cancel) return Ended::cancelled;
    if (request_.time_limit.count() > 0 &&
        std::chrono::steady_clock::now() - begin_ > request_.time_limit)
      return Ended::out_of_time;
    struct stat device {};
    if (request_.most_memory > 0 && fstat(window_, &device) == 0 &&
        static_cast<uint64_t>(device.st_blocks) * kBlock > request_.most_memory)
      return Ended::too_much_memory;
    return Ended::by_itself;
  }

  const RunRequest& request_;
  pid_t pid_;
  int window_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Ended ended_ = Ended::by_itself;
};

// Of a program in a room: bwrap's own status says how it ended, as a shell's does.
void note_end(int status, bool is_locked, ProgramReport& report) {
  constexpr int kBySignal = 128;
  if (WIFEXITED(status)) report.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) report.signal = WTERMSIG(status);
  if (!is_locked || report.exit_code <= kBySignal) return;
  report.signal = report.exit_code - kBySignal;
  report.exit_code = 0;
}

// The files that the program inherits under other numbers: one that it may only read is opened
// anew for that.
std::vector<File> handed_files(const RunRequest& request) {
  std::vector<File> files;
  for (const HandedFile& handed : request.handed)
    files.emplace_back(open(fmt::format("/proc/self/fd/{}", handed.descriptor).c_str(),
                            (handed.is_writable ? O_RDWR : O_RDONLY) | O_CLOEXEC));
  return files;
}

Result<Start> start_of(const RunRequest& request, const Service& service, int socket,
                       const std::vector<File>& handed, std::optional<Locked>& lock) {
  Start start;
  start.inherited = {socket, service.window_file()};
  start.words = {request.program.string()};
  for (const uint64_t address : service.given_addresses())
    start.words.push_back(fmt::format("{:x}", address));
  for (const File& file : handed) {
    start.inherited.push_back(file.number());
    start.words.push_back(std::to_string(file.number()));
  }
  start.words.insert(start.words.end(), request.arguments.begin(), request.arguments.end());
  start.environment = {fmt::format("{}={}:{}", kDeviceVariable, socket, service.window_file())};
  const char* const paths = request.room ? nullptr : std::getenv("LD_LIBRARY_PATH");
  start.environment.push_back("LD_LIBRARY_PATH=" + request.library.string() +
                              (paths && *paths ? std::string(":") + paths : ""));
  if (!request.room) return start;
  Result<Locked> locked = Locked::make(*request.room);
  if (!locked) return Error{locked.error()};
  lock.emplace(std::move(*locked));
  start.words = lock->command(start.words, std::exchange(start.environment, {}));
  return start;
}

}  // namespace

Result<ProgramReport> run_program(const RunRequest& request) {
  Service service(request.service);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{fmt::format("The system gives no socket: {}.", std::strerror(errno))};
  const File ours(ends[0]);
  File theirs(ends[1]);
  name_senders(ours.number());
  const std::vector<File> handed = handed_files(request);
  std::optional<Locked> lock;
  Result<Start> start = start_of(request, service, theirs.number(), handed, lock);
  if (!start) return Error{start.error()};
  const char* const input_name = request.input ? request.input->c_str() : "/dev/null";
  const File input(request.input || request.room ? open(input_name, O_RDONLY | O_CLOEXEC) : -1);
  const File output(request.keeps_output ? memfd_create("output", MFD_CLOEXEC) : -1);
  const File errors(request.keeps_output ? memfd_create("errors", MFD_CLOEXEC) : -1);
  start->input = input.number(), start->output = output.number(), start->errors = errors.number();
  const SignalsLeftToProgram signals;
  const pid_t pid = fork();
  if (pid < 0) return Error{fmt::format("The system starts no program: {}.", std::strerror(errno))};
  if (pid == 0) become_program(*start);
  theirs.close_now();
  // A launch may take long, and the program may be ended meanwhile.
  std::atomic<bool> has_ended = false;
  int status = 0;
  Watch watch(request, pid, service.window_file());
  std::thread reaper([&] {
    status = watch.wait(has_ended);
    // What the program has started may still hold its end of the socket.
    shutdown(ours.number(), SHUT_RD);
  });
  const pid_t program = sender(ours.number());
  while (service.answer(ours.number(), program, has_ended)) {
  }
  shutdown(ours.number(), SHUT_RDWR);
  reaper.join();
  ProgramReport report = service.report(WIFEXITED(status) && WEXITSTATUS(status) != kStopped);
  note_end(status, request.room.has_value(), report);
  report.ended = watch.ended();
  report.given_written = service.take_given();
  if (request.keeps_output) {
    report.output = text_of(output.number());
    report.errors = text_of(errors.number());
  }
  return report;
}

}  // namespace warplab::runtime
