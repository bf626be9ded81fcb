// A barrier is for all threads of a block or for none. Each kernel stands in one file; what is
// before it stands in line 1, and line 2 is the first of its body.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "compile/compile.hpp"
#include "number_launch.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"
#include "worker/program/source_forms.hpp"

using namespace warplab;
using sim::FindingKind;

namespace {

struct Kernel {
  const char* what;
  int line, other_line;  // of the barrier, and where threads leave it
  const char* before;
  const char* body;
};

struct Left {
  std::vector<sim::Finding> findings;
  std::string text;
};

std::string in_words(const std::vector<sim::Finding>& findings) {
  std::string text;
  for (const sim::Finding& f : findings)
    text += fmt::format("{} {} {} x{}: {}\n", sim::name_of(f.kind), f.line, f.other_line, f.count,
                        words::text_of(f));
  return text;
}

// k(in, out, n): 64 numbers each, out holds zeros before; two blocks of 64 threads, n is 48.
std::vector<sim::Finding> run_on(const ptx::Module& module) {
  test::NumberLaunch made({"in", "out"});
  std::iota(made.numbers[0].begin(), made.numbers[0].end(), 1.0f);
  made.launch.grid = {2, 1, 1};
  sim::Options options;
  options.student_file = "k.cu";
  const auto report =
      sim::simulate(module, std::span(made.buffers), std::span(&made.launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  std::vector<sim::Finding> findings = report->findings;
  // Races are none of ours, nor that both blocks store the same.
  std::erase_if(findings, [](const sim::Finding& f) {
    return f.kind == FindingKind::race || f.kind == FindingKind::uninitialized ||
           words::text_of(f).find("the same value") != std::string::npos;
  });
  return findings;
}

Left run(const Kernel& kernel) {
  const auto compiler = compile::load_compiler();
  REQUIRE(compiler);
  compile::Source source{"k.cu",
                         kernel.before +
                             std::string("extern \"C\" __global__ void k(const float* in, float* "
                                         "out, int n) { int t = threadIdx.x;") +
                             kernel.body + "}\n",
                         90};
  const compile::Compiled compiled = compile::compile(**compiler, source);
  INFO(compiled.log);
  REQUIRE(compiled.ok);
  auto module = ptx::parse(compiled.ptx);
  REQUIRE(module);
  worker::add_source_forms(*module, source.text);
  Left ran;
  ran.findings = run_on(*module);
  ran.text = in_words(ran.findings);
  return ran;
}

const Kernel kUndefined[] = {
    {"a barrier inside of the if of a whole kernel", 4, 3, "__shared__ float s[64]; ", R"(
  s[t] = 0; __syncthreads();
  if (t < n) {
    s[t] = in[t]; __syncthreads();
    out[t] = s[n - 1 - t];
  }
)"},
    {"a reduction whose barrier is inside of its if", 5, 4, "__shared__ float s[64]; ", R"(
  s[t] = in[t]; __syncthreads();
  for (int d = 1; d < 64; d *= 2)
    if (t % (2 * d) == 0) {
      s[t] += s[t + d]; __syncthreads();
    }
  if (t == 0) out[0] = s[0];
)"},
    {"a reduction with fewer threads in each round", 5, 4, "__shared__ float s[64]; ", R"(
  s[t] = in[t]; __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) {
      s[t] += s[t + d]; __syncthreads();
    }
  }
  if (t == 0) out[0] = s[0];
)"},
    {"a loop that threads go through a different number of times", 4, 3, "__shared__ float s[64]; ",
     R"(
  s[t] = 0; __syncthreads();
  for (int j = t; j < 2 * n; j += 64) {
    s[t] += in[j % 64]; __syncthreads();
  }
)"},
    {"a loop that some threads break out of", 5, 5, "__shared__ float s[64]; ", R"(
  s[t] = 0; __syncthreads();
  for (int j = 0; j < n; ++j) {
    if (t + j >= n) break;
    s[t] += in[j]; __syncthreads();
  }
)"},
    {"a barrier of a function that some threads call", 1, 3,
     "__shared__ float s[64]; __device__ void swap(int t) { float v = s[t]; __syncthreads(); "
     "s[63 - t] = v; } ",
     R"(
  s[t] = in[t]; __syncthreads();
  if (t < 32) swap(t);
)"},
    {"a barrier of a function that is not inlined", 1, 3,
     "__shared__ float s[64]; __device__ __noinline__ void swap(int t) { float v = s[t]; "
     "__syncthreads(); s[63 - t] = v; } ",
     R"(
  s[t] = in[t]; __syncthreads();
  if (t < 32) swap(t);
)"},
    {"a do loop", 4, 5, "__shared__ float s[64]; ", R"(
  int j = t; s[t] = 0; __syncthreads();
  do {
    s[t] += in[j % 64]; __syncthreads(); j += 64;
  } while (j < 2 * n);
)"},
    {"a barrier of some threads, all of which end by assembly", 4, 3, "__shared__ float s[64]; ",
     R"(
  s[t] = 0; __syncthreads();
  if (t < n) {
    s[t] = in[t]; __syncthreads();
    out[t] = s[n - 1 - t];
  }
  asm volatile("exit;");
)"},
    {"the barrier of both sides, in one line", 3, 3, "__shared__ float s[64]; ", R"(
  s[t] = in[t];
  if (t < 32) { s[t] += 1; __syncthreads(); out[t] = s[63 - t]; } else { s[t] += 2; __syncthreads(); s[t] = 3; }
)"},
    {"a condition that a variable holds", 4, 0, "__shared__ float s[64]; ", R"(
  const bool active = t < n;
  if (active) s[t] = in[t];
  if (active) __syncthreads();
  if (active) out[t] = s[n - 1 - t];
)"},
    {"the whole kernel in an if whose condition a variable holds", 5, 3, "__shared__ float s[64]; ",
     R"(
  const bool active = t < n || n + t < 50;
  if (active) {
    s[t] = in[t];
    __syncthreads();
    out[t] = s[n - 1 - t];
  }
)"},
    {"a break on a condition that a variable holds", 6, 3, "__shared__ float s[64]; ", R"(
  const bool idle = t >= n; float sum = 0;
  for (int j = 0; j < 64; j += 16) {
    if (idle) break;
    s[t] = in[t] + j;
    __syncthreads();
    sum += s[n - 1 - t];
    __syncthreads();
  }
  if (t < n) out[t] = sum;
)"},
    {"a barrier behind an &&", 3, 0, "__shared__ float s[64]; ", R"(
  if (t < n) s[t] = in[t];
  t < n && (__syncthreads(), true);
  if (t < n) out[t] = s[n - 1 - t];
)"},
    {"a barrier in one of two values", 3, 0, "__shared__ float s[64]; ", R"(
  if (t < n) s[t] = in[t];
  t < n ? __syncthreads() : (void)0;
  if (t < n) out[t] = s[n - 1 - t];
)"},
    {"an if of a function that is called, with a return behind its barrier", 3, 3,
     "__shared__ float s[64];\n__device__ void put(bool active, int t, float v, float* out) {\n"
     "if (active) __syncthreads(); if (active) s[t] = v;\nif (!active) return;\nout[t] = v; } ",
     R"(
  const bool active = t < n;
  if (active) s[63 - t] = in[t];
  put(active, t, n, out);
)"},
    {"a barrier of a macro in an if", 5, 0,
     "__shared__ float s[64];\n#define WAIT __syncthreads()\n", R"(
  if (t < n) s[t] = in[t];
  if (t < n) { WAIT; }
  if (t < n) out[t] = s[n - 1 - t];
)"},
};

const Kernel kNoted[] = {
    {"an early return", 4, 2, "__shared__ float s[64]; ", R"(
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"an early return in the line of the barrier", 2, 2, "__shared__ float s[64]; ", R"(
  if (t >= n) return; s[t] = in[t]; __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"an early return that has stored something", 3, 2, "__shared__ float s[64]; ", R"(
  if (t >= n) { out[t] = 0; return; }
  s[t] = in[t]; __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"an early return in front of a loop of equal length", 4, 2, "__shared__ float s[64]; ", R"(
  if (t >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) { s[t] = in[j]; __syncthreads(); sum += s[n - 1 - t]; __syncthreads(); }
  out[t] = sum;
)"},
    {"an early return inside of an if for all", 3, 2, "__shared__ float s[64]; ", R"(
  if (n > 40) {
    if (t >= n) return; s[t] = in[t]; __syncthreads();
    out[t] = s[n - 1 - t];
  }
)"},
    {"an exit by assembly", 4, 2, "__shared__ float s[64]; ", R"(
  if (t >= n) asm volatile("exit;");
  s[t] = in[t];
  __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"an early return on a condition that a variable holds", 5, 3, "__shared__ float s[64]; ", R"(
  const bool active = t < n;
  if (!active) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"a whole warp that returns early", 3, 2, "__shared__ float s[64]; ", R"(
  if (t >= 32) return;
  s[t] = in[t]; __syncthreads();
  out[t] = s[31 - t];
)"},
};

const Kernel kRight[] = {
    {"a barrier for all", 0, 0, "__shared__ float s[64]; ", R"(
  s[t] = in[t]; __syncthreads();
  if (t < n) out[t] = s[n - 1 - t];
)"},
    {"a barrier inside of conditions that are the same for all threads of a block", 0, 0,
     "__shared__ float s[64]; ", R"(
  s[t] = in[t];
  if (blockIdx.x == 0) { if (n > 5) __syncthreads(); else return; if (t == 3) out[0] = s[40]; }
)"},
    {"loops of equal length", 0, 0, "__shared__ float s[64]; ", R"(
  s[t] = in[t]; __syncthreads();
  for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
)"},
    {"a loop that all leave by break, at the same time", 0, 0, "__shared__ int more[1]; ", R"(
  for (int j = 0;; ++j) {
    if (t == 0) *more = j < 5;
    __syncthreads();
    if (!*more) break;
    __syncthreads();
  }
  out[t] = n;
)"},
    {"a vote at a barrier ends the loop", 0, 0, "", R"(
  int left = t;
  while (__syncthreads_or(left > 0)) left -= 8;
  out[t] = left;
)"},
    {"inner loops and branches of different length between barriers", 0, 0,
     "__shared__ float s[64]; ", R"(
  for (int r = 0; r < 3; ++r) {
    float sum = 0;
    for (int j = t; j < n; j += 16) { if (j % 3 == 0) continue; sum += in[j]; }
    s[t] = sum; __syncthreads();
    if (t < 8) out[t + 8 * blockIdx.x] = s[t] + s[t + 8]; __syncthreads();
  }
)"},
    {"return behind the last barrier", 0, 0, "__shared__ float s[64]; ", R"(
  s[t] = in[t]; __syncthreads();
  if (t >= n) return;
  out[t] = s[n - 1 - t];
)"},
    {"a return that is joined with a choice in front of it", 0, 0,
     "__shared__ float s[64]; __device__ __noinline__ float f(float v) { return v + 1; } ", R"(
  s[t] = in[t];
  const float v = t < n ? f(in[t]) : 0.0f;
  if (t >= n) return;
  __syncthreads();
  out[t] = s[n - 1 - t] + v;
)"},
    {"a return that is joined with a choice in front of it, and a lambda that waits", 0, 0,
     "__shared__ float s[64]; __device__ __noinline__ float f(float v) { return v + 1; } ", R"(
  const auto wait = [] { __syncthreads(); };
  s[t] = in[t];
  const float v = t < n ? f(in[t]) : 0.0f;
  if (t >= n) return;
  wait();
  out[t] = s[n - 1 - t] + v;
)"},
    {"barriers of a function for all", 0, 0,
     "__shared__ float s[64]; __device__ __noinline__ float turn(int t, float v) { s[t] = v; "
     "__syncthreads(); v = s[63 - t]; __syncthreads(); return v; } ",
     R"(
  float v = in[t];
  for (int j = 0; j < n; ++j) v = turn(t, v);
  if (t < 10) return;
  out[t] = v;
)"},
    {"warps with named barriers of their own", 0, 0, "__shared__ float s[64]; ", R"(
  if (t < 32) { s[t] = in[t]; asm volatile("bar.arrive 1, 64;" ::: "memory"); }
  else { asm volatile("bar.sync 1, 64;" ::: "memory"); out[t] = s[t - 32]; }
)"},
};

// The compiler makes one branch of the return and of the beginning of the loop.
const Kernel kJoined = {"a return on two conditions, in front of a loop of equal length", 0, 0,
                        "__shared__ float s[64]; ", R"(
  const int x = t % 8, y = t / 8;
  if (x >= 7 || y >= 6) return;
  for (int j = 0; j < n; j += 8) { s[t] = in[t] + j; __syncthreads(); out[t] = s[0]; __syncthreads(); }
)"};

const Kernel kMayHaveReturned[] = {
    {"a return of a macro", 0, 0,
     "__shared__ float s[64];\n#define BEYOND(x) if (x) return\n#define GUARD BEYOND(t >= n)\n", R"(
  GUARD;
  s[t] = in[t]; __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"a return in a loop, behind the barrier", 0, 0, "__shared__ float s[64]; ", R"(
  const int rounds = t < n ? 4 : 2;
  for (int j = 0;; ++j) {
    s[t] = in[t] + j; __syncthreads();
    out[t] = s[t];
    const bool done = j == rounds;
    if (done) return;
  }
)"},
    {"an exit by assembly in a function that is called", 0, 0,
     "__shared__ float s[64]; __device__ void leave(bool now) { if (now) asm volatile(\"exit;\"); "
     "} ",
     R"(
  leave(t >= n);
  s[t] = in[t]; __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"a return of the function that is all of the kernel", 0, 0,
     "__shared__ float s[64]; __device__ void all(const float* in, float* out, int n, int t) { "
     "const bool idle = t >= n; if (idle) return; s[t] = in[t]; __syncthreads(); "
     "out[t] = s[n - 1 - t]; } ",
     R"(
  all(in, out, n, t);
)"},
    {"a kernel whose head a macro makes", 0, 0,
     "__shared__ float s[64];\n#define KERNEL(name) extern \"C\" __global__ void name\n"
     "KERNEL(other)(float* out) { if (threadIdx.x > 4) return; __syncthreads(); out[0] = 1; }\n",
     R"(
  const bool active = t < n;
  if (!active) return;
  s[t] = in[t]; __syncthreads();
  out[t] = s[n - 1 - t];
)"},
    {"a function that has been passed without waiting, and then a return", 0, 0,
     "__shared__ float s[64]; __device__ __noinline__ void wait(bool there) { if (there) "
     "__syncthreads(); } ",
     R"(
  wait(n < 3);
  if (t >= n) return;
  s[t] = in[t]; wait(n > 3);
  out[t] = s[n - 1 - t];
)"},
};

}  // namespace

TEST_CASE(
    "threads that go past a barrier inside of an if or a loop are a finding with both lines") {
  for (const Kernel& kernel : kUndefined) {
    CAPTURE(std::string(kernel.what));
    const Left ran = run(kernel);
    INFO(ran.text);
    bool found = false;
    for (const sim::Finding& f : ran.findings)
      found |= f.kind == FindingKind::barrier_divergence && f.line == kernel.line &&
               f.other_line == kernel.other_line;
    CHECK(found);
  }
}

TEST_CASE("threads that have returned before a barrier are noted, which fails nothing") {
  for (const Kernel& kernel : kNoted) {
    CAPTURE(std::string(kernel.what));
    const Left ran = run(kernel);
    INFO(ran.text);
    REQUIRE(!ran.findings.empty());
    for (const sim::Finding& f : ran.findings) CHECK(f.kind == FindingKind::note);
    CHECK(ran.findings[0].line == kernel.line);
    CHECK(ran.findings[0].other_line == kernel.other_line);
  }
}

TEST_CASE("barriers that all threads reach, or none, are no finding") {
  for (const Kernel& kernel : kRight) {
    CAPTURE(std::string(kernel.what));
    CHECK(run(kernel).text == "");
  }
}

TEST_CASE("a return whose branch the compiler has joined with another is no false alarm") {
  const Left ran = run(kJoined);
  INFO(ran.text);
  for (const sim::Finding& f : ran.findings) CHECK(f.kind == FindingKind::note);
}

TEST_CASE("where a thread may have returned, nothing is said of an if") {
  for (const Kernel& kernel : kMayHaveReturned) {
    CAPTURE(std::string(kernel.what));
    const Left ran = run(kernel);
    INFO(ran.text);
    for (const sim::Finding& f : ran.findings) CHECK(f.kind == FindingKind::note);
  }
}

TEST_CASE("the sentences say who, where and what to do") {
  CHECK(words::text_of(run(kUndefined[0]).findings[0]) ==
        "Line 4: not all threads reach this barrier: some leave it on line 3, and end while the "
        "others wait. Put it outside of the `if` or loop of line 3, where every thread passes: a "
        "barrier is for all threads of a block or for none, and what happens else is undefined in "
        "CUDA. Left by 16 threads, thread (48,0,0) of block (0,0,0) first.");
  CHECK(words::text_of(run(kNoted[0]).findings[0]) ==
        "Line 4: 16 threads of the block have returned on line 2 before this barrier, thread "
        "(48,0,0) of block (0,0,0) first. GPUs count threads that have ended as arrived, so this "
        "works; but these threads can no longer help with what comes after it. It is safer to let "
        "all threads go on to the last barrier, and to put the work, not the barriers, into an "
        "`if`.");
  const Kernel both = {"a barrier in each branch", 6, 3, "__shared__ float s[64]; ", R"(
  if (t < 32) {
    s[t] = in[t]; __syncthreads(); out[t] = s[63 - t];
  }
  else {
    s[t] = 2 * in[t]; __syncthreads(); out[t] = 3 * s[63 - t];
  }
)"};
  CHECK(words::text_of(run(both).findings[0]) ==
        "Line 6: not all threads reach this barrier: thread (32,0,0) of block (0,0,0) waits here, "
        "and others at that of line 3. Put one where all of them pass, outside of the `if` or "
        "loop: a barrier is for all threads of a block, and what happens else is undefined in "
        "CUDA.");
  // It is no return: the barrier stands in an `if`.
  const Kernel chosen = {
      "a choice, and a barrier in an if", 4, 0,
      "__shared__ float s[64]; __device__ __noinline__ float f(float v) { return v + 1; } ",
      R"(
  s[t] = in[t];
  const float v = t < n ? f(in[t]) : 0.0f;
  if (t < n) { __syncthreads(); out[t] = s[n - 1 - t] + v; }
)"};
  CHECK(run(chosen).findings[0].kind == FindingKind::barrier_divergence);
  // The compiler has made one branch of the two, and no line says who has left.
  const Kernel joined = {"the same if twice", 4, 0, "__shared__ float s[64]; ", R"(
  const int x = t % 8, y = t / 8;
  if (x < n && y < 6) s[t] = in[t];
  if (x < n && y < 6) __syncthreads();
  out[t] = s[63 - t];
)"};
  CHECK(words::text_of(run(joined).findings[0]) ==
        "Line 4: not all threads reach this barrier: some leave it, and end while the others wait. "
        "Put it outside of any `if` or loop, where every thread passes: a barrier is for all "
        "threads of a block or for none, and what happens else is undefined in CUDA. Left by 16 "
        "threads, thread (48,0,0) of block (0,0,0) first.");
}
