// Mistakes that a kernel file shows.
#include "verdict/run/causes_in_source.hpp"

#include <doctest/doctest.h>

using namespace warplab;

namespace {

std::string key_of(const data::Saying& saying) {
  return saying.empty() ? "" : std::string(data::name_of(saying.phrases.front().says));
}

std::string cause(const std::string& statements, const std::string& before = "") {
  return key_of(verdict::cause_of_wrong_answer(before + "\n__global__ void k(int* p, int n) {\n" +
                                               statements + "\n}\n"));
}

std::string numbering(const std::string& statements, const std::string& before = "") {
  return key_of(verdict::cause_in_numbering(before + "\n__global__ void k(int* p, int n) {\n" +
                                            statements + "\n}\n"));
}

// Why the loop does not end in which threads are at `line` of a kernel, whose first line is 1.
std::string why(const std::string& statements, int line = 2) {
  const auto loop =
      verdict::endless_loop("__global__ void k(int* p, int n) {\n" + statements + "\n}\n", line);
  return loop ? key_of(loop->why) + " " + std::to_string(loop->line) : "no loop";
}

}  // namespace

TEST_CASE("what makes an answer wrong is read in the file") {
  CHECK(cause("p[0] = 1 / 3 * n;") == "quotient_is_zero");
  CHECK(cause("p[0] = 3 / 1 * n + 1.0f / 3;") == "");
  CHECK(cause("if (n & 1 == 0) p[0] = 1;") == "comparison_comes_first");
  CHECK(cause("if ((n & 1) == 0 && n == 2) p[0] = 1;") == "");
  CHECK(cause("p[0] = w[n];", "__constant__ int w[3];") == "table_has_no_values");
  CHECK(cause("p[0] = w[n];", "__constant__ int w[3] = {1, 2, 3};") == "");
  CHECK(cause("for (int d = 64; d > 0; d /= 2) n += __shfl_down_sync(~0u, n, d);") ==
        "shuffle_beyond_warp");
  CHECK(cause("for (int d = 16; d > 0; d /= 2) n += __shfl_down_sync(~0u, n, d);") == "");
  CHECK(cause("__shared__ int* s; int a[2] = {n, n}; s = a; p[0] = s[0];") ==
        "local_variable_shared");
  CHECK(cause("__shared__ int* s; __shared__ int a[2]; s = a; p[0] = s[0];") == "");
  CHECK(cause("p[0] = TWICE(n + 1);", "#define TWICE(x) 2 * x") == "macro_needs_brackets");
  CHECK(cause("p[0] = TWICE(n + 1);", "#define TWICE(x) (2 * (x))") == "");
  CHECK(cause("p[0] = n * SIZE;", "#define SIZE 8 + 1") == "macro_needs_brackets");
  CHECK(cause("p[0] = SIZE + n; p[SIZE] = 1;", "#define SIZE 8 + 1") == "");
  CHECK(cause("int old = p[0]; atomicCAS(p, old, old + 1);") == "swap_not_repeated");
  CHECK(cause("int old = p[0]; old = atomicCAS(p, old, old + 1);") == "");
  CHECK(cause("atomicAdd(p, n); p[1] = atomicAdd(p, 0);") == "read_while_others_add");
  CHECK(cause("atomicAdd(p, n); p[1] = atomicAdd(p + 1, 1);") == "");
}

TEST_CASE("two arrays of dynamic shared memory are one") {
  const std::string two = "extern __shared__ int a[]; extern __shared__ int b[];";
  const auto twice = verdict::shared_twice("__global__ void k() { " + two + " a[0] = b[1]; }");
  REQUIRE(twice);
  CHECK(twice->first == "a");
  CHECK(twice->second == "b");
  CHECK_FALSE(verdict::shared_twice("__global__ void k() { " + two + " a[0] = a[1]; }"));
  CHECK_FALSE(
      verdict::shared_twice("__device__ void f() { extern __shared__ int a[]; a[0] = 1; }"
                            "__global__ void k() { extern __shared__ int a[]; a[1] = a[0]; }"));
}

TEST_CASE("why a loop does not end is read in its head and in what it changes") {
  CHECK(why("for (unsigned char b = 0; b < 256; ++b) p[b] = 1;") == "condition_always_holds 2");
  CHECK(why("for (int b = 0; b < 256; ++b) p[b] = 1;") == " 2");
  CHECK(why("for (unsigned i = n; i >= 0; --i) p[i] = 1;") == "condition_always_holds 2");
  CHECK(why("for (int d = 0; d < n; d *= 2) p[d] = 1;") == "zero_stays_zero 2");
  CHECK(why("for (int d = 64; d >= 0; d /= 2) p[d] = 1;") == "zero_stays_zero 2");
  CHECK(why("int j = 0;\nfor (int i = 0; i < n; ++j) p[j] = 1;", 3) == "does_not_change 3");
  CHECK(why("while (p[0] == 0) {}") == "looks_once 2");
  CHECK(why("volatile int* f = p;\nwhile (f[0] == 0) {}", 3) == " 3");
  CHECK(why("bool done = false;\nwhile (!done)\n if (atomicCAS(p, 0, 1) == 0) {\n  __syncthreads();"
            "\n  atomicExch(p, 0);\n  done = true;\n }",
            4) == "barrier_in_lock 3");
  CHECK(why("int seen = p[0];\nwhile (atomicCAS(p, seen, seen + n) != seen) {}", 3) ==
        "compares_with_old_value 3");
  CHECK(why("int seen = p[0], old;\ndo { old = seen; seen = atomicCAS(p, old, old + n); } "
            "while (seen != old);",
            3) == " 3");
  CHECK(why("p[0] = 1;") == "no loop");
}

TEST_CASE("how threads are numbered is read in the file") {
  CHECK(numbering("int i = blockIdx.x * gridDim.x + threadIdx.x;") == "first_thread_of_block");
  CHECK(numbering("int i = threadIdx.x * blockDim.x + blockIdx.x;") == "first_thread_of_block");
  CHECK(numbering("int i = blockIdx.x * blockDim.x + threadIdx.x;") == "");
  CHECK(numbering("int b = blockIdx.y * gridDim.x + blockIdx.x;") == "");
  CHECK(numbering("int s = threadIdx.x * blockDim.x + threadIdx.y;") == "");
  const std::string begin = "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ";
  CHECK(numbering(begin + "n; i += blockDim.x) p[i] = 0;") == "stride_of_one_block");
  CHECK(numbering(begin + "n; i += gridDim.x * blockDim.x) p[i] = 0;") == "");
  CHECK(numbering("int end = n / 2; " + begin + "end; i += blockDim.x) p[i] = 0;") == "");
}

TEST_CASE("the size of a pointer is told from that of an array") {
  const std::string use = " { return sizeof(v) / sizeof(v[0]); }";
  CHECK(numbering("", "__device__ int f(const int* v)" + use) == "size_of_pointer");
  CHECK(numbering("", "__device__ int f(int v[])" + use) == "size_of_pointer");
  CHECK(numbering("", "__device__ int f(const int (&v)[3])" + use) == "");
  CHECK(numbering("int v[3]; n = sizeof(v) / sizeof(v[0]);") == "");
}

TEST_CASE("counters, least elements and lane 31 are told as what they are") {
  CHECK(numbering("p[atomicInc(q, 1)] = n;") == "increment_wraps");
  CHECK(numbering("p[atomicInc(q, gridDim.x - 1)] = n;") == "");
  CHECK(numbering("least = 0; atomicMin(&least, p[n]);") == "least_from_zero");
  CHECK(numbering("least = p[0]; atomicMin(&least, p[n]);") == "");
  CHECK(numbering("n += __shfl_down_sync(~0u, n, 1); if (threadIdx.x % 32 == 31) p[0] = n;") ==
        "sum_in_lane_zero");
  CHECK(numbering("n += __shfl_up_sync(~0u, n, 1); if (threadIdx.x % 32 == 31) p[0] = n;") == "");
}

TEST_CASE("who does not get a lock, and who gets in without it") {
  const std::string work = "{ p[0] += n; atomicExch(lock, 0); }";
  CHECK(numbering("if (atomicCAS(lock, 0, 1) == 0) " + work) == "leaves_when_locked");
  CHECK(numbering("while (n) { if (atomicCAS(lock, 0, 1) == 0) " + work + " }") == "");
  CHECK(numbering("do if (atomicCAS(lock, 0, 1) == 0) " + work + " while (n);") == "");
  CHECK(numbering("if (atomicExch(&p[n], 1) == 0) { p[0] += n; }") == "");
  const auto open = [](const std::string& loop) {
    return key_of(verdict::lock_lets_all_in("__global__ void k(int* lock) { " + loop + " ; }"));
  };
  CHECK(open("while (atomicCAS(lock, 1, 0) != 0)") == "lock_lets_all_in");
  CHECK(open("while (atomicExch(lock, 1) != 1)") == "lock_lets_all_in");
  CHECK(open("while (atomicCAS(lock, 0, 1) != 0)") == "");
  CHECK(open("while (atomicExch(lock, 1) != 0)") == "");
}

TEST_CASE("a line shows why its index is negative") {
  const auto why_negative = [](const std::string& statement, const std::string& type = "int") {
    return key_of(verdict::negative_index_on(
        "__global__ void k(const " + type + "* in, int* p, int n) {\n" + statement + "\n}", 2));
  };
  CHECK(why_negative("p[n] = in[(n - 1) % 7];") == "remainder_keeps_sign");
  CHECK(why_negative("p[n] = in[(n - 1 + 7) % 7];") == "");
  CHECK(why_negative("p[in[n]] = 1;", "char") == "char_is_negative");
  CHECK(why_negative("p[in[n]] = 1;", "unsigned char") == "");
  CHECK(why_negative("p[in[n]] = 1;") == "");
}
