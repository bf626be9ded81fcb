// The worker as a process: started, watched, killed, buried.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "temporary_folder.hpp"
#include "words/text.hpp"
#include "worker/sanitized.hpp"
#include "worker/worker.hpp"
#include "worker_process.hpp"

using namespace warplab;
using warplab::test::contains;
using namespace warplab::worker;
using namespace std::chrono_literals;
using Kind = Failure::Kind;

namespace {

constexpr const char* kKernel = "extern \"C\" __global__ void k(int* o) { o[0] = 1; }\n";

pid_t only_worker() {
  const std::vector<pid_t> workers = workers_of(::getpid());
  REQUIRE(workers.size() == 1);
  return workers[0];
}

size_t open_descriptors() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

std::string target_of(pid_t pid, int descriptor) {
  std::error_code ignored;
  return std::filesystem::read_symlink(
             "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor), ignored)
      .string();
}

}  // namespace

TEST_CASE("a worker stands back where it is asked to, and the next one does not") {
  Limits modest;
  modest.niceness = 10;
  {
    const auto worker = Worker::start(modest);
    REQUIRE(worker);
    CHECK(::getpriority(PRIO_PROCESS, static_cast<id_t>(only_worker())) == 10);
  }
  const auto worker = started();
  CHECK(::getpriority(PRIO_PROCESS, static_cast<id_t>(only_worker())) ==
        ::getpriority(PRIO_PROCESS, 0));
}

TEST_CASE("a worker that is killed from outside is lost, and the failure names the signal") {
  const auto worker = started();
  ::kill(only_worker(), SIGKILL);
  const auto compiled = worker->compile({"kernel.cu", kKernel, 90});
  REQUIRE_FALSE(compiled);
  CHECK(compiled.failure.kind == Kind::lost);
  CHECK(contains(words::text_of(compiled.failure.says), "signal 9"));
}

TEST_CASE("a worker that neither computes nor answers is lost, long before its time is over") {
  Limits limits;
  limits.silence = 2s;
  auto worker = Worker::start(limits);
  REQUIRE(worker);
  const pid_t process = only_worker();
  ::kill(process, SIGSTOP);
  const auto begin = std::chrono::steady_clock::now();
  const auto compiled = (*worker.value)->compile({"kernel.cu", kKernel, 90});
  REQUIRE_FALSE(compiled);
  CHECK(compiled.failure.kind == Kind::lost);
  CHECK(contains(words::text_of(compiled.failure.says), "neither computed nor answered"));
  CHECK(std::chrono::steady_clock::now() - begin < 60s);
  CHECK(::kill(process, 0) != 0);
}

TEST_CASE("so is one that does not even take what it is asked, and a cancelled one is left alone") {
  const std::string large(900'000, '/');
  for (const bool is_cancelled : {false, true}) {
    Limits limits;
    limits.silence = is_cancelled ? 60s : 1s;
    auto worker = Worker::start(limits);
    REQUIRE(worker);
    ::kill(only_worker(), SIGSTOP);
    const std::atomic<bool> cancel = is_cancelled;
    const auto begin = std::chrono::steady_clock::now();
    const auto compiled = (*worker.value)->compile({"kernel.cu", large, 90}, &cancel);
    REQUIRE_FALSE(compiled);
    CHECK(compiled.failure.kind == (is_cancelled ? Kind::cancelled : Kind::lost));
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
  }
}

TEST_CASE("a worker that computes for longer than it may be silent is not lost") {
  Limits limits;
  limits.silence = 1s;
  limits.compile_time = 3s;
  auto worker = Worker::start(limits);
  REQUIRE(worker);
  std::string source = "#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n";
  source += "__global__ void k(int* o) { B(B(o[0] += 1;)) }\n";
  const auto compiled = (*worker.value)->compile({"kernel.cu", source, 90});
  CHECK((compiled || compiled.failure.kind != Kind::lost));
}

TEST_CASE("after its end a worker gives the same failure again, and a new one works") {
  const auto dead = started();
  ::kill(only_worker(), SIGSEGV);
  const auto first = dead->compile({"kernel.cu", kKernel, 90});
  const auto second = dead->variable("anything");
  REQUIRE_FALSE(first);
  REQUIRE_FALSE(second);
  CHECK(first.failure.kind == Kind::crashed);
  CHECK(words::text_of(second.failure.says) == words::text_of(first.failure.says));
  const auto fresh = started();
  const auto compiled = fresh->compile({"kernel.cu", kKernel, 90});
  REQUIRE(compiled);
  CHECK(compiled.value->ok);
}

TEST_CASE("two workers do not disturb each other") {
  const auto one = started(), two = started();
  REQUIRE(workers_of(::getpid()).size() == 2);
  ::kill(workers_of(::getpid())[0], SIGKILL);
  const auto first = one->compile({"kernel.cu", kKernel, 90});
  const auto second = two->compile({"kernel.cu", kKernel, 90});
  CHECK(first.value.has_value() != second.value.has_value());
}

TEST_CASE("a worker leaves no process and no descriptor behind") {
  started();  // whatever is opened once is open now
  const size_t before = open_descriptors();
  for (int i = 0; i < 3; ++i) {
    const auto worker = started();
    CHECK(workers_of(::getpid()).size() == 1);
  }
  CHECK(workers_of(::getpid()).empty());
  CHECK(open_descriptors() == before);
}

TEST_CASE("a worker ends with its parent, however that ends, and so does what it is copied from") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t parent = ::fork();
  REQUIRE(parent >= 0);
  if (parent == 0) {
    auto worker = Worker::start({});
    const std::vector<pid_t> workers = workers_of(::getpid()), zygotes = zygotes_of(::getpid());
    pid_t pids[2] = {};
    if (worker && workers.size() == 1) pids[0] = pids[1] = workers[0];
    if (kCanBeCopied) pids[1] = zygotes.size() == 1 ? zygotes[0] : 0;
    (void)!::write(ends[1], pids, sizeof pids);
    ::_exit(0);  // no destructor runs
  }
  pid_t pids[2] = {};
  REQUIRE(::read(ends[0], pids, sizeof pids) == sizeof pids);
  ::close(ends[0]);
  ::close(ends[1]);
  ::waitpid(parent, nullptr, 0);
  for (const pid_t pid : pids) {
    REQUIRE(pid > 0);
    CHECK(ends_soon(pid));
  }
}

TEST_CASE("workers are copies of one process, each with its own memory" *
          doctest::skip(!kCanBeCopied)) {
  const auto one = started(), two = started();
  CHECK(zygotes_of(::getpid()).size() == 1);
  const auto compiled = one->compile({"kernel.cu", kKernel, 90});
  REQUIRE(compiled);
  CHECK(compiled.value->ok);
  const auto nothing = two->variable("anything");
  REQUIRE_FALSE(nothing);
  CHECK(contains(words::text_of(nothing.failure.says), "Nothing has been compiled yet"));
  const auto again = two->compile({"kernel.cu", kKernel, 90});
  REQUIRE(again);
  CHECK(again.value->ptx == compiled.value->ptx);
}

TEST_CASE(
    "when the process that workers are copied from is killed, workers go on and others started" *
    doctest::skip(!kCanBeCopied)) {
  const auto before = started();
  REQUIRE(zygotes_of(::getpid()).size() == 1);
  ::kill(zygotes_of(::getpid())[0], SIGKILL);
  const auto after = started(), later = started();
  for (const auto& worker : {&before, &after, &later}) {
    const auto compiled = (*worker)->compile({"kernel.cu", kKernel, 90});
    CHECK_MESSAGE(compiled, words::text_of(compiled.failure.says));
  }
  CHECK(zygotes_of(::getpid()).size() == 1);
}

TEST_CASE("a process that was forked off copies its own workers, and takes none from its parent" *
          doctest::skip(!kCanBeCopied)) {
  const auto ours = started();
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    auto worker = Worker::start({});
    const bool is_own = worker && workers_of(::getpid()).size() == 1 &&
                        zygotes_of(::getpid()).size() == 1 &&
                        (*worker.value)->compile({"kernel.cu", kKernel, 90});
    ::_exit(is_own ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(ours->compile({"kernel.cu", kKernel, 90}));
  CHECK(workers_of(::getpid()).size() == 1);
}

TEST_CASE("a worker outlives the thread that started it") {
  std::unique_ptr<Worker> worker;
  std::thread([&] { worker = started(); }).join();
  std::this_thread::sleep_for(50ms);
  const auto compiled = worker->compile({"kernel.cu", kKernel, 90});
  CHECK_MESSAGE(compiled, words::text_of(compiled.failure.says));
}

TEST_CASE("a worker holds nothing of its parent's: no terminal, no files, no environment") {
  const ScopedVariable secret("WARPLAB_TEST_SECRET", "xyzzy");
  const auto worker = started();
  const pid_t pid = only_worker();
  if (target_of(pid, 0).empty()) {
    MESSAGE("not run: a process that cannot be dumped is seen by root alone");
    return;
  }
  CHECK(target_of(pid, 0) == "/dev/null");
  CHECK(target_of(pid, 1) == "/dev/null");
  CHECK(contains(target_of(pid, 2), "memfd:"));
  CHECK(contains(target_of(pid, 3), "socket:"));
  CHECK(contains(target_of(pid, 4), "memfd:"));
  CHECK(target_of(pid, 5).empty());
  CHECK_FALSE(contains(read_text("/proc/" + std::to_string(pid) + "/environ"), "xyzzy"));
  CHECK(std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/cwd") == "/");
}

TEST_CASE("a worker is locked before it hears of a source") {
  const auto worker = started();
  const pid_t pid = only_worker();
  CHECK(status_of(pid, "Seccomp") == "2");
  CHECK(status_of(pid, "NoNewPrivs") == "1");
  const std::string limits = read_text("/proc/" + std::to_string(pid) + "/limits");
  CHECK(contains(limits, "Max core file size        0                    0"));
}

TEST_CASE("a worker that cannot be started is the grader's problem, and says why") {
  SUBCASE("no program") {
    const ScopedVariable program("WARPLAB_WORKER", "/nonexistent/warplab-worker");
    const auto worker = Worker::start({});
    REQUIRE_FALSE(worker);
    CHECK(worker.failure.kind == Kind::cannot_start);
    CHECK(contains(words::text_of(worker.failure.says), "/nonexistent/warplab-worker"));
  }
  SUBCASE("a program that is no worker") {
    const ScopedVariable program("WARPLAB_WORKER", "/bin/true");
    const auto worker = Worker::start({});
    REQUIRE_FALSE(worker);
    CHECK(worker.failure.kind == Kind::cannot_start);
    CHECK(!words::text_of(worker.failure.says).empty());
  }
  SUBCASE("no compiler") {
    const ScopedVariable nvrtc("WARPLAB_NVRTC", "/nonexistent/libnvrtc.so.13");
    const auto worker = Worker::start({});
    REQUIRE_FALSE(worker);
    CHECK(worker.failure.kind == Kind::cannot_start);
    CHECK(contains(words::text_of(worker.failure.says), "/nonexistent/libnvrtc.so.13"));
  }
  CHECK(workers_of(::getpid()).empty());
}

// Runs `attempt` in a process that has given itself `limit`; what it returns is its exit status.
int with_limit(__rlimit_resource what, rlim_t limit, const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit limits{limit, limit};
    ::_exit(::setrlimit(what, &limits) == 0 ? attempt() : 200);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 300 + WTERMSIG(status);
}

// 0: the worker compiles. Else 1 + the kind of the failure, of which the message has `part`.
int kind_of_start(const std::string& part) {
  const auto worker = Worker::start({});
  if (worker) {
    const auto compiled = (*worker.value)->compile({"kernel.cu", kKernel, 90});
    return compiled ? 0 : 100;
  }
  return contains(words::text_of(worker.failure.says), part)
             ? 1 + static_cast<int>(worker.failure.kind)
             : 101;
}

TEST_CASE("a system that gives too little address space is named, before anything is compiled" *
          doctest::skip(!kMemoryCanBeLimited)) {
  const auto attempt = [] { return kind_of_start("ulimit -v"); };
  CHECK(with_limit(RLIMIT_AS, rlim_t{600} << 20, attempt) ==
        1 + static_cast<int>(Kind::cannot_start));
  CHECK(with_limit(RLIMIT_AS, rlim_t{8} << 30, attempt) == 0);
}

TEST_CASE("without a free descriptor a worker is lost, not the student") {
  const auto attempt = [] { return kind_of_start("Too many open files"); };
  CHECK(with_limit(RLIMIT_NOFILE, 6, attempt) == 1 + static_cast<int>(Kind::lost));
}

TEST_CASE("where memory runs out the system takes the worker, not who waits for it") {
  const auto worker = started();
  CHECK(read_text("/proc/" + std::to_string(only_worker()) + "/oom_score_adj") == "1000\n");
}

TEST_CASE("the program refuses to be run by hand") {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "warplab-worker";
  const int status = std::system((program.string() + " 2> /dev/null").c_str());
  CHECK(WEXITSTATUS(status) == 2);
}

TEST_CASE("shared memory keeps its size, whoever holds it") {
  auto memory = SharedMemory::create("out", 4096);
  REQUIRE(memory);
  CHECK(memory->bytes().size() == 4096);
  CHECK(::ftruncate(memory->descriptor(), 0) != 0);
  CHECK(::ftruncate(memory->descriptor(), 8192) != 0);
  auto empty = SharedMemory::create("nothing", 0);
  REQUIRE(empty);
  CHECK(empty->bytes().empty());
}

TEST_CASE("shared memory can be had once more, and stays when the first one goes") {
  auto memory = SharedMemory::create("shared", 200'000);
  REQUIRE(memory);
  memory->bytes()[150'000] = std::byte{7};
  memory->close_descriptor();
  std::optional<SharedMemory> again = memory->again();
  REQUIRE(again);
  memory->bytes()[150'001] = std::byte{8};  // it is no copy
  *memory = SharedMemory();
  REQUIRE(again->bytes().size() == 200'000);
  CHECK(again->bytes()[150'000] == std::byte{7});
  CHECK(again->bytes()[150'001] == std::byte{8});
  CHECK_FALSE(SharedMemory().again());
}
