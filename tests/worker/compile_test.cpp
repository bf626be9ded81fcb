// Compiling in the worker: what students write, and what nobody should.
#include <doctest/doctest.h>
#include <signal.h>

#include <thread>

#include "compile/nvrtc.hpp"
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

Outcome<compile::Compiled> compile_text(Worker& worker, const std::string& text) {
  return worker.compile({"kernel.cu", text, 90});
}

// All that a student or an instructor would be shown.
std::string everything_said(const compile::Compiled& compiled) {
  std::string text = compiled.log + compiled.ptx;
  for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
    text += diagnostic.file + diagnostic.message;
  return text;
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Doubles with each level: 2^30 instantiations.
constexpr const char* kTemplateBomb =
    "template <int N, int M> struct A { static constexpr long v = A<N - 1, M * 2>::v + A<N - 1, M "
    "* 2 + "
    "1>::v; };\n"
    "template <int M> struct A<0, M> { static constexpr long v = M; };\n"
    "extern \"C\" __global__ void k(long* o) { *o = A<30, 1>::v; }\n";

// The macro's text is 3^40 long.
std::string macro_bomb() {
  std::string text = "#define A0 1 +\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string before = " A" + std::to_string(i - 1);
    text += "#define A" + std::to_string(i) + before + before + before + "\n";
  }
  return text + "extern \"C\" __global__ void k(int* o) { o[0] = A40 0; }\n";
}

// Stopped after `limit` of processor time, which a crowded machine gives it when it can.
void check_stopped(const std::string& source, std::chrono::milliseconds limit) {
  Limits limits;
  limits.compile_time = limit;
  // A quick machine fills what a compilation gets about as soon: here the time has to come first.
  limits.compile_memory *= 4;
  const auto worker = started(limits);
  const auto compiled = compile_text(*worker, source);
  REQUIRE_FALSE(compiled);
  CHECK(compiled.failure.kind == Kind::computing_limit);
  CHECK(contains(words::text_of(compiled.failure.says), "kernel.cu"));
}

}  // namespace

TEST_CASE("a good kernel compiles, with its resources") {
  const auto worker = started();
  const auto compiled =
      compile_text(*worker, "extern \"C\" __global__ void k(float* o) { o[threadIdx.x] = 1; }\n");
  REQUIRE_MESSAGE(compiled, words::text_of(compiled.failure.says));
  CHECK(compiled.value->ok);
  CHECK(contains(compiled.value->ptx, ".visible .entry k("));
  CHECK(compiled.value->cubin.size() > 64);
  CHECK(compiled.value->kernels.at("k").registers > 0);
  CHECK(compiled.value->compiler.starts_with("NVRTC "));
}

TEST_CASE("an error has the student's file and line, and the worker goes on") {
  const auto worker = started();
  const auto wrong = compile_text(*worker, "\n__global__ void k() {\n  nonsense;\n}\n");
  REQUIRE(wrong);
  CHECK_FALSE(wrong.value->ok);
  REQUIRE(wrong.value->diagnostics.size() == 1);
  CHECK(wrong.value->diagnostics[0].file == "kernel.cu");
  CHECK(wrong.value->diagnostics[0].line == 3);
  const auto right = compile_text(*worker, "__global__ void k() {}\n");
  REQUIRE(right);
  CHECK(right.value->ok);
}

TEST_CASE("including a file of the system is refused and leaks nothing of it") {
  const std::string secret = read_text("/etc/passwd");
  REQUIRE(contains(secret, "root:"));
  const auto worker = started();
  for (const char* name : {"/etc/passwd", "../etc/passwd", "etc/passwd", "/proc/self/status"}) {
    const auto compiled = compile_text(*worker, "#include \"" + std::string(name) + "\"\n");
    REQUIRE(compiled);
    CHECK_FALSE(compiled.value->ok);
    REQUIRE(!compiled.value->diagnostics.empty());
    CHECK(contains(compiled.value->diagnostics[0].message, "cannot be included"));
    CHECK_FALSE(contains(everything_said(*compiled.value), "root:"));
    CHECK_FALSE(contains(everything_said(*compiled.value), "Pid:"));
  }
}

TEST_CASE("whether a file exists cannot be asked either") {
  const auto worker = started();
  const auto compiled =
      compile_text(*worker,
                   "#if __has_include(\"/etc/passwd\") || __has_include(\"/no\")\n"
                   "#error seen\n#endif\n");
  REQUIRE(compiled);
  CHECK(compiled.value->ok);
}

TEST_CASE("a template bomb is stopped at the deadline") { check_stopped(kTemplateBomb, 1s); }

TEST_CASE("a macro bomb is stopped at the deadline") { check_stopped(macro_bomb(), 1s); }

TEST_CASE("a constant expression that never ends is an error or stopped, never a hang") {
  Limits limits;
  limits.compile_time = 5s;
  const auto worker = started(limits);
  const auto compiled = compile_text(
      *worker,
      "__device__ constexpr long f() { long s = 0; for (long i = 0;; ++i) s += i & 3; return s; }\n"
      "static_assert(f() > 0, \"\");\n");
  if (compiled) {
    CHECK_FALSE(compiled.value->ok);
    CHECK(!compiled.value->diagnostics.empty());
  } else {
    CHECK(compiled.failure.kind == Kind::computing_limit);
  }
}

TEST_CASE("a compilation that only waits is ended by the clock, which is nobody's fault") {
  Limits limits;
  limits.compile_patience = 300ms;
  const auto worker = started(limits);
  const std::vector<pid_t> workers = workers_of(::getpid());
  REQUIRE(workers.size() == 1);
  REQUIRE(::kill(workers[0], SIGSTOP) == 0);
  const auto compiled = compile_text(*worker, "__global__ void k() {}\n");
  REQUIRE_FALSE(compiled);
  CHECK(compiled.failure.kind == Kind::time_limit);
}

TEST_CASE("a source that needs too much memory is told so" * doctest::skip(!kMemoryCanBeLimited)) {
  Limits limits;
  limits.compile_memory = 768u << 20;
  limits.compile_time = 60s;
  const auto worker = started(limits);
  const auto compiled = compile_text(*worker, "__device__ int x[1 << 28] = {1};\n");
  REQUIRE_FALSE(compiled);
  CHECK_MESSAGE(compiled.failure.kind == Kind::memory_limit, words::text_of(compiled.failure.says));
  CHECK(contains(words::text_of(compiled.failure.says), "768 MiB"));
}

TEST_CASE("nesting that overflows the compiler's stack is told as such") {
  Limits limits;
  limits.compile_time = 60s;
  for (const auto& [open, close] : {std::pair{"(", ")"}, std::pair{"~", ""}}) {
    const auto worker = started(limits);
    const auto compiled =
        compile_text(*worker, "__global__ void k(int* o) { o[0] = " + repeated(open, 450'000) +
                                  "1" + repeated(close, 450'000) + "; }\n");
    REQUIRE_FALSE(compiled);
    CHECK(compiled.failure.kind == Kind::stack_limit);
    CHECK_MESSAGE(contains(words::text_of(compiled.failure.says), "nested too deeply"),
                  words::text_of(compiled.failure.says));
  }
}

TEST_CASE("a file of ten megabytes and a binary file are errors of the file") {
  const auto worker = started();
  const auto large = compile_text(*worker, std::string(10'000'000, '/'));
  REQUIRE(large);
  CHECK_FALSE(large.value->ok);
  REQUIRE(large.value->diagnostics.size() == 1);
  CHECK(contains(large.value->diagnostics[0].message, "10.0 MB"));
  const auto binary = compile_text(*worker, read_text("/proc/self/exe").substr(0, 100'000));
  REQUIRE(binary);
  CHECK_FALSE(binary.value->ok);
  REQUIRE(binary.value->diagnostics.size() == 1);
  CHECK(contains(binary.value->diagnostics[0].message, "binary"));
}

TEST_CASE("bytes that are no UTF-8 do not break a message") {
  const auto worker = started();
  const auto compiled = compile_text(
      *worker, "// caf\xe9\n__global__ void k() { \xff\xfe nonsense; }\n#error \xe9t\xe9\n");
  REQUIRE_MESSAGE(compiled, words::text_of(compiled.failure.says));
  CHECK_FALSE(compiled.value->ok);
  CHECK(!compiled.value->diagnostics.empty());
}

TEST_CASE("cancelling a compilation ends it at once") {
  Limits limits;
  limits.compile_time = 60s;
  const auto worker = started(limits);
  std::atomic<bool> cancel{false};
  std::thread later([&] {
    std::this_thread::sleep_for(200ms);
    cancel = true;
  });
  const auto compiled = worker->compile({"kernel.cu", kTemplateBomb, 90}, &cancel);
  later.join();
  REQUIRE_FALSE(compiled);
  CHECK(compiled.failure.kind == Kind::cancelled);
}

TEST_CASE("without the toolkit's headers cooperative groups say what they need") {
  // A folder with the library alone, as the Python package has it.
  const test::TemporaryFolder folder;
  const auto nvrtc = compile::load_nvrtc(compile::search_of_this_process());
  REQUIRE_MESSAGE(nvrtc, (nvrtc ? "" : nvrtc.error()));
  {
    std::filesystem::create_symlink(nvrtc->library, folder.path() / "libnvrtc.so.13");
    const ScopedVariable place("WARPLAB_NVRTC", folder.path());
    const auto worker = started();
    const auto compiled = compile_text(*worker, "\n#include <cooperative_groups.h>\n");
    REQUIRE(compiled);
    CHECK_FALSE(compiled.value->ok);
    REQUIRE(compiled.value->diagnostics.size() == 1);
    CHECK(compiled.value->diagnostics[0].line == 2);
    CHECK(contains(compiled.value->diagnostics[0].message,
                   "cooperative groups need the CUDA Toolkit headers"));
  }
}

TEST_CASE("a kernel includes the headers that come with it, and nobody else's") {
  const auto worker = started();
  compile::Source source{"kernel.cu",
                         "#include \"mine.cuh\"\n"
                         "extern \"C\" __global__ void k(int* o) { o[0] = twice(*o); }\n",
                         90};
  source.headers = {{"mine.cuh", "#pragma once\n#include \"other.cuh\"\n"},
                    {"other.cuh", "__device__ inline int twice(int a) { return 2 * a; }\n"}};
  const auto compiled = worker->compile(source);
  REQUIRE_MESSAGE(compiled, words::text_of(compiled.failure.says));
  CHECK_MESSAGE(compiled.value->ok, compiled.value->log);
  // The next source has none.
  source.headers.clear();
  const auto without = worker->compile(source);
  REQUIRE(without);
  CHECK_FALSE(without.value->ok);
}

TEST_CASE("an error in a header is told with the header's name and line") {
  const auto worker = started();
  compile::Source source{"kernel.cu",
                         "// one\n#include \"mine.cuh\"\n"
                         "extern \"C\" __global__ void k(int* o) { o[0] = 1; }\n",
                         90};
  source.headers = {{"mine.cuh", "// one\n// two\nint f() { return 1; }\n"}};
  const auto compiled = worker->compile(source);
  REQUIRE(compiled);
  CHECK_FALSE(compiled.value->ok);
  REQUIRE(!compiled.value->diagnostics.empty());
  const compile::Diagnostic& first = compiled.value->diagnostics.front();
  CHECK(first.file == "kernel.cu");
  CHECK(first.line == 2);
  CHECK(contains(first.message, "in <mine.cuh>, line 3: this function has neither"));
  source.headers = {{"mine.cuh", "// one\n__device__ int f() { return nothing; }\n"}};
  const auto undefined = worker->compile(source);
  REQUIRE(undefined);
  REQUIRE(!undefined.value->diagnostics.empty());
  CHECK(contains(undefined.value->diagnostics.front().message,
                 "in <mine.cuh>, line 2: identifier \"nothing\" is undefined"));
}
