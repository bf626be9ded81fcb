// Each kernel stands in one file of one line for what is before it and as many lines as its body
// has: line 2 is the first of the body.
#include <doctest/doctest.h>

#include "undefined/marked.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {
// A second launch, with instructions of its own in the same places.
const std::string kLast =
    " extern \"C\" __global__ void last(const float* in, float* out, float* change, int n) {"
    " const int i = 32 * threadIdx.y + threadIdx.x; change[i] += in[i]; }";
}  // namespace

TEST_CASE("what an earlier launch left in a result has its line, its thread and its name") {
  const std::string body = R"(
  float sum;
  if (in[threadIdx.x] < 40) sum = 1;
  out[threadIdx.x] = sum;
)";
  const sim::Report report = undefined::run_marked("", body, kLast);
  REQUIRE(report.findings.size() == 1);
  const sim::Finding& f = report.findings[0];
  CAPTURE(words::text_of(f));
  CHECK(f.line == 4);
  CHECK(f.buffer == "out");
  CHECK(f.index == 39);
  CHECK(words::text_of(f).starts_with("Line 4 stores in out[39] a value that comes from `sum`"));
  CHECK(words::text_of(f).find("thread (39,0,0) of block (0,0,0)") != std::string::npos);
  CHECK(words::text_of(f).find("on line 2") != std::string::npos);

  const std::string again = undefined::text_of(undefined::run_marked(
      "", body,
      R"( extern "C" __global__ void last(const float* in, float* out, float* change, int n) {
  float sum;
  if (in[32 * threadIdx.y + threadIdx.x] < 40) sum = 1;
  change[32 * threadIdx.y + threadIdx.x] = sum;
})"));
  CAPTURE(again);
  CHECK(again.find("Line 4 stores in out[39]") != std::string::npos);
  CHECK(again.find("Line 8 stores in change[39]") != std::string::npos);
  CHECK(again.find("thread (7,1,0)") != std::string::npos);
}

TEST_CASE("what a later launch stores over is no result") {
  const sim::Report report = undefined::run_marked("", R"(
  float sum;
  if (in[threadIdx.x] < 40) sum = 1;
  out[threadIdx.x] = sum;
)",
                                                   R"(
extern "C" __global__ void last(const float* in, float* out, float* change, int n) {
  out[32 * threadIdx.y + threadIdx.x] = 1;
})");
  CHECK_MESSAGE(report.findings.empty(), undefined::text_of(report));
}

namespace {

struct Twins {
  const char* what;
  const char* variable;  // that the sentence names; empty: none
  int line;              // of the use that matters
  const char* before;
  const char* wrong;
  const char* right;
};

const Twins kTwins[] = {
    {"a sum that begins with whatever is there", "sum", 5, "", R"(
  float sum;
  for (int j = 0; j < 4; ++j) sum += in[j];
  int i = threadIdx.x;
  out[i] = sum;
)",
     R"(
  float sum;
  sum = 0;
  for (int j = 0; j < 4; ++j) sum += in[j];
  out[threadIdx.x] = sum;
)"},
    {"a sum in a loop of unknown length", "sum", 4, "", R"(
  float sum;
  for (int j = 0; j < n; ++j) sum = sum + in[j];
  out[threadIdx.x] = sum;
)",
     R"(
  float sum;
  for (int j = 0; j < n; ++j) sum = j == 0 ? in[0] : sum + in[j];
  out[threadIdx.x] = sum;
)"},
    {"a branch on a flag", "found", 4, "", R"(
  bool found;
  out[threadIdx.x] = 0;
  if (found) out[threadIdx.x] = 1;
)",
     R"(
  bool found;
  out[threadIdx.x] = 0;
  found = in[threadIdx.x] > 3;
  if (found) out[threadIdx.x] = 1;
)"},
    {"a flag that only some threads set", "found", 4, "", R"(
  bool found;
  if (in[threadIdx.x] > 20) found = true;
  if (found) change[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
)",
     R"(
  bool found, valid = in[threadIdx.x] > 20;
  if (valid) found = in[threadIdx.x] > 30;
  if (valid && found) change[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
)"},
    {"a flag that is looked at where its guard does not hold", "found", 4, "", R"(
  bool found, valid = in[threadIdx.x] > 20;
  if (valid) found = in[threadIdx.x] > 30;
  if (valid || found) change[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
)",
     R"(
  bool found, valid = in[threadIdx.x] > 20;
  if (valid) found = in[threadIdx.x] > 30;
  if (!valid || found) change[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
)"},
    {"the best of those in range, for all", "best", 5, "", R"(
  float best;
  int i = threadIdx.x;
  if (i < n) best = in[i];
  out[i] = best;
)",
     R"(
  float best;
  int i = threadIdx.x;
  if (i < n) best = in[i];
  out[i] = i < n ? best : 0;
)"},
    {"a branch of a switch that forgets it", "weight", 4, "", R"(
  float weight;
  switch (threadIdx.x % 3) { case 0: weight = 1; break; case 1: weight = 2; break; }
  out[threadIdx.x] = weight * in[0];
)",
     R"(
  float weight;
  switch (threadIdx.x % 3) { case 0: weight = 1; break; case 1: weight = 2; break; default: weight = 3; }
  out[threadIdx.x] = weight * in[0];
)"},
    {"an index", "at", 3, "", R"(
  int at;
  out[at] = in[0];
)",
     R"(
  int at;
  at = threadIdx.x;
  out[at] = in[0];
)"},
    {"an index to read from", "at", 4, "", R"(
  int at;
  if (in[threadIdx.x] < 10) at = 3;
  out[threadIdx.x] = in[at];
)",
     R"(
  int at;
  if (in[threadIdx.x] < 10) at = 3;
  out[threadIdx.x] = in[threadIdx.x] < 10 ? in[at] : 0;
)"},
    {"a pointer", "from", 4, "", R"(
  const float* from;
  if (n > 100) from = in;
  out[threadIdx.x] = from[threadIdx.x];
)",
     R"(
  const float* from;
  if (n > 40) from = in; else from = change;
  out[threadIdx.x] = from[threadIdx.x];
)"},
    {"the bound of a loop", "count", 5, "", R"(
  int count;
  float sum = 0;
  if (threadIdx.x > 70) count = 4;
  for (int j = 0; j < count; ++j) sum += in[j];
  out[threadIdx.x] = sum;
)",
     R"(
  int count;
  float sum = 0;
  count = threadIdx.x > 70 ? 4 : 2;
  for (int j = 0; j < count; ++j) sum += in[j];
  out[threadIdx.x] = sum;
)"},
    {"the counter of a loop, in its head", "", 2, "", R"(
  for (int j; j < 4; ++j) change[j] = 1;
  out[threadIdx.x] = 1;
)",
     R"(
  for (int j = 0, k; j < 4; ++j) { k = j; if (threadIdx.x == 0) change[k] = 1; }
  out[threadIdx.x] = 1;
)"},
    {"the counter of a loop, before it", "j", 3, "", R"(
  int j;
  while (j < 4) { change[j] = 1; ++j; }
  out[threadIdx.x] = 1;
)",
     R"(
  int j;
  for (j = 0; j < 4; ++j) if (threadIdx.x == 0) change[j] = 1;
  out[threadIdx.x] = j;
)"},
    {"an array that is partly filled", "part", 4, "", R"(
  float part[4];
  for (int j = 0; j < 3; ++j) part[j] = in[j];
  out[threadIdx.x] = part[0] + part[1] + part[2] + part[3];
)",
     R"(
  float part[4];
  for (int j = 0; j < 4; ++j) part[j] = in[j];
  out[threadIdx.x] = part[0] + part[1] + part[2] + part[3];
)"},
    {"an array whose element is chosen when it runs", "part", 4, "", R"(
  float part[8];
  for (int j = 0; j < 8; j += 2) part[j] = in[j];
  out[threadIdx.x] = part[n % 8 + threadIdx.x % 8];
)",
     R"(
  float part[8];
  for (int j = 0; j < 8; j += 2) part[j] = in[j];
  out[threadIdx.x] = part[(n % 8 + threadIdx.x % 8) & 6];
)"},
    {"counters of an array", "count", 6, "", R"(
  int count[16];
  int sum = 0;
  count[threadIdx.x % 16] += 1;
  for (int j = 0; j < 16; ++j) sum += count[j];
  out[threadIdx.x] = sum;
)",
     R"(
  int count[16];
  int sum = 0;
  for (int j = 0; j < 16; ++j) count[j] = 0;
  count[threadIdx.x % 16] += 1;
  for (int j = 0; j < 16; ++j) sum += count[j];
  out[threadIdx.x] = sum;
)"},
    {"a large array", "table", 4, "", R"(
  double table[200];
  for (int j = 0; j < 199; ++j) table[j] = j;
  out[threadIdx.x] = table[threadIdx.x * 3 + 10];
)",
     R"(
  double table[200];
  for (int j = 0; j < 200; ++j) table[j] = j;
  out[threadIdx.x] = table[threadIdx.x * 3 + 10];
)"},
    {"a member of a struct", "p", 5, "struct P { char c; int v; short s; }; ", R"(
  P p;
  p.v = 3;
  P q = p;
  out[threadIdx.x] = q.v + q.s;
)",
     R"(
  P p;
  p.v = 3; p.s = 4;
  P q = p;
  out[threadIdx.x] = q.v + q.s;
)"},
    {"a bit-field", "f", 4, "struct F { unsigned a : 3, b : 5, c : 8; }; ", R"(
  F f;
  f.a = threadIdx.x; f.c = 2;
  out[threadIdx.x] = f.a + f.b + f.c;
)",
     R"(
  F f;
  f.a = threadIdx.x; f.b = n; f.c = 2;
  out[threadIdx.x] = f.a + f.b + f.c;
)"},
    {"a component of a vector", "v", 4, "", R"(
  float4 v;
  v.x = in[0]; v.y = in[1]; v.z = in[2];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
)",
     R"(
  float4 v;
  v.x = in[0]; v.y = in[1]; v.z = in[2];
  out[threadIdx.x] = v.x + v.y + v.z;
)"},
    {"bytes of a word", "c", 4, "", R"(
  uchar4 c;
  c.x = 1; c.y = n; c.w = threadIdx.x;
  out[threadIdx.x] = c.x + c.y + c.z + c.w;
)",
     R"(
  uchar4 c;
  c.x = 1; c.y = n; c.z = 3; c.w = threadIdx.x;
  out[threadIdx.x] = c.x + c.y + c.z + c.w;
)"},
    {"what changes a buffer", "old", 3, "", R"(
  float old;
  change[threadIdx.x] = old;
  out[threadIdx.x] = 1;
)",
     R"(
  float old;
  old = change[threadIdx.x];
  change[threadIdx.x] = old + 1;
  out[threadIdx.x] = 1;
)"},
    {"what is added to a buffer", "more", 4, "", R"(
  float more;
  if (threadIdx.x < 20) more = 1;
  change[threadIdx.x] += more;
  out[threadIdx.x] = 1;
)",
     R"(
  float more;
  if (threadIdx.x < 20) more = 1;
  if (threadIdx.x < 20) change[threadIdx.x] += more;
  out[threadIdx.x] = 1;
)"},
    {"shared memory that another thread reads", "mine", 6, "", R"(
  __shared__ float tile[64];
  float mine;
  if (threadIdx.x < 40) mine = in[threadIdx.x];
  tile[threadIdx.x] = mine; __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
)",
     R"(
  __shared__ float tile[64];
  float mine;
  if (threadIdx.x < 40) mine = in[threadIdx.x];
  tile[threadIdx.x] = mine; __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 40];
)"},
    {"a shuffle", "mine", 4, "", R"(
  float mine;
  if (threadIdx.x % 32 < 16) mine = in[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(~0u, mine, 16);
)",
     R"(
  float mine;
  if (threadIdx.x % 32 < 16) mine = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(~0u, mine, threadIdx.x % 16);
)"},
    {"an atomic's operand", "add", 3, "", R"(
  float add;
  atomicAdd(&change[0], add);
  out[threadIdx.x] = 1;
)",
     R"(
  float add;
  if (threadIdx.x < 8) { add = 1; atomicAdd(&change[0], add); }
  out[threadIdx.x] = 1;
)"},
    {"a function that does not set its result", "result", 2,
     "__device__ void find(float x, float& result) { if (x > 10) result = x; } ", R"(
  float result; find(in[threadIdx.x], result); out[threadIdx.x] = result;
)",
     R"(
  float result; find(in[threadIdx.x] + 20, result); out[threadIdx.x] = result;
)"},
    {"a function that is not inlined", "x", 4,
     "__device__ __noinline__ float twice(float x) { return 2 * x; } ", R"(
  float x;
  if (threadIdx.x > 5) x = 1;
  out[threadIdx.x] = twice(x);
)",
     R"(
  float x;
  if (threadIdx.x > 5) x = 1;
  out[threadIdx.x] = threadIdx.x > 5 ? twice(x) : 0;
)"},
    {"a struct that is handed over by value", "p", 4,
     "struct P { bool a, b; int v; }; __device__ __noinline__ float of(P p) { return p.b + p.v; } ",
     R"(
  P p;
  p.a = true; p.v = 2;
  out[threadIdx.x] = of(p);
)",
     R"(
  P p;
  p.b = true; p.v = 2;
  out[threadIdx.x] = of(p);
)"},
    {"a variable of a template", "best", 1,
     "template <class T> __device__ T most(const T* from, int n) { T best; for (int j = 0; j < n; "
     "++j) if (from[j] > best) best = from[j]; return best; } ",
     R"(
  out[threadIdx.x] = most(in, n);
)",
     R"(
  float best = n < 0 ? most(in, n) : 1;
  out[threadIdx.x] = best;
)"},
    {"a variable of a lambda", "local", 2, "", R"(
  auto f = [&](int j) { float local; if (j > 3) local = in[j]; return local; }; out[threadIdx.x] = f(threadIdx.x);
)",
     R"(
  auto f = [&](int j) { float local; if (j > 3) local = in[j]; else local = 0; return local; }; out[threadIdx.x] = f(threadIdx.x);
)"},
    {"a volatile variable", "v", 3, "", R"(
  volatile float v;
  out[threadIdx.x] = v;
)",
     R"(
  volatile float v;
  v = in[threadIdx.x]; out[threadIdx.x] = v;
)"},
    {"a variable that begins anew in each round of a loop", "last", 4, "", R"(
  float sum = 0;
  for (int j = 0; j < n; ++j) { float last; if (j == 0) last = 5;
    if (last > 3) sum += in[j]; }
  out[threadIdx.x] = sum;
)",
     R"(
  float sum = 0, last;
  for (int j = 0; j < n; ++j) { if (j == 0) last = 5;
    if (last > 3) sum += in[j]; }
  out[threadIdx.x] = sum;
)"},
    {"the second of two in one declaration", "b", 3, "", R"(
  float a = 1, b, c = 3;
  out[threadIdx.x] = a + b + c;
)",
     R"(
  float a = 1, b, c = 3;
  b = a + c; out[threadIdx.x] = a + b + c;
)"},
    {"a 64-bit whole number", "big", 4, "", R"(
  unsigned long long big;
  if (threadIdx.x < 10) big = 7;
  out[threadIdx.x] = big >> 1;
)",
     R"(
  unsigned long long big;
  big = threadIdx.x; big <<= 3;
  out[threadIdx.x] = big >> 1;
)"},
    {"a smallest value", "least", 4, "", R"(
  float least;
  for (int j = 0; j < n; ++j) least = fminf(least, in[j]);
  out[threadIdx.x] = least;
)",
     R"(
  float least;
  least = in[0]; for (int j = 1; j < n; ++j) least = fminf(least, in[j]);
  out[threadIdx.x] = least;
)"},
};

}  // namespace

TEST_CASE("a variable that decides something before it has a value is found, and named") {
  for (const Twins& t : kTwins) {
    CAPTURE(t.what);
    const sim::Report report = undefined::run_marked(t.before, t.wrong);
    INFO(undefined::text_of(report));
    REQUIRE(!report.findings.empty());
    bool named = false, at_line = false;
    for (const sim::Finding& f : report.findings) {
      CHECK(f.kind == sim::FindingKind::uninitialized);
      at_line |= f.line == t.line || *t.variable == '\0';
      named |= *t.variable == '\0' ||
               words::text_of(f).find("`" + std::string(t.variable) + "`") != std::string::npos;
    }
    CHECK(named);
    CHECK(at_line);
  }
}

TEST_CASE("the same variable with a value wherever it matters is not") {
  for (const Twins& t : kTwins) {
    CAPTURE(t.what);
    const sim::Report report = undefined::run_marked(t.before, t.right);
    INFO(undefined::text_of(report));
    CHECK(report.findings.empty());
  }
}

TEST_CASE("the sentence says what is decided, by which variable, and what to do") {
  const sim::Report stored = undefined::run_marked("", R"(
  float sum;
  for (int j = 0; j < 4; ++j) sum += in[j];
  out[threadIdx.x] = sum;
)");
  REQUIRE(stored.findings.size() == 1);
  CHECK(words::text_of(stored.findings[0]) ==
        "Line 4 stores in out[0] a value that comes from `sum`, which thread (0,0,0) of block "
        "(0,0,0) has not set before; give it a value where it is declared, on line 2.");
  CHECK(stored.findings[0].count == 64);
  CHECK(stored.findings[0].other_line == 2);
  const sim::Report decided = undefined::run_marked("", R"(
  bool found; if (found) change[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
)");
  REQUIRE(decided.findings.size() == 1);
  CHECK(words::text_of(decided.findings[0]) ==
        "Line 2 branches on `found`, which thread (0,0,0) of block (0,0,0) has not set before; "
        "give it a value where it is declared.");
}
