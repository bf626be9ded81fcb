#include "compile/compile.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <regex>

#include "compile/cubin.hpp"
#include "toolkit.hpp"

using namespace warplab::compile;
using Severity = Diagnostic::Severity;

namespace {

Compiler& compiler() {
  static const auto loaded = load_compiler();
  REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error()));
  return **loaded;
}

Compiled compile_text(const std::string& text, int compute_capability = 90) {
  return compile(compiler(), {"kernel.cu", text, compute_capability});
}

// What went wrong, for the message of a failed check.
std::string errors_of(const Compiled& compiled) {
  std::string text;
  for (const Diagnostic& diagnostic : compiled.diagnostics)
    text +=
        diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " + diagnostic.message + "\n";
  return text;
}

bool compiles(const std::string& text) {
  const Compiled compiled = compile_text(text);
  CHECK_MESSAGE(compiled.ok, errors_of(compiled));
  return compiled.ok;
}

}  // namespace

TEST_CASE("a log of one line that is longer than what is kept of a log is cut") {
  for (const size_t length : {300'000, 900'000}) {
    const Compiled compiled =
        compile_text("#error " + std::string(length, 'x') + "\n__global__ void k() {}\n");
    CHECK_FALSE(compiled.ok);
    CHECK(!compiled.diagnostics.empty());
    CHECK(compiled.log.size() < 300'000);
  }
}

TEST_CASE("one compile gives PTX and cubin") {
  const Compiled compiled =
      compile_text("extern \"C\" __global__ void copy(float* o, const float* i) { *o = *i; }\n");
  REQUIRE_MESSAGE(compiled.ok, errors_of(compiled));
  CHECK(compiled.diagnostics.empty());
  CHECK(compiled.ptx.find(".visible .entry copy(") != std::string::npos);
  CHECK(compiled.ptx.find(".target sm_90") != std::string::npos);
  CHECK(compiled.ptx.find("kernel.cu\"") != std::string::npos);
  CHECK(compiled.cubin.size() > 64);
  CHECK(std::regex_match(compiled.compiler, std::regex(R"(NVRTC \d+\.\d+)")));
  CHECK(compiled.kernels.count("copy") == 1);
  CHECK(compiled.milliseconds > 0);
}

TEST_CASE("PTX alone is the same text as beside a cubin, and what is wrong is said alike") {
  const auto compiled_both_ways = [](const std::string& text) {
    Source source{"kernel.cu", text, 75};
    Compiled whole = compile(compiler(), source);
    source.only_ptx = true;
    return std::pair(std::move(whole), compile(compiler(), source));
  };
  const auto [whole, ptx_alone] = compiled_both_ways(
      "extern \"C\" __global__ void scale(float* x, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) x[i] = 2 * sqrtf(x[i]);\n}\n");
  CHECK(ptx_alone.ok);
  CHECK_FALSE(ptx_alone.ptx.empty());
  CHECK(ptx_alone.ptx == whole.ptx);
  CHECK_FALSE(whole.cubin.empty());
  CHECK(ptx_alone.cubin.empty());
  CHECK(ptx_alone.kernels.empty());
  CHECK(ptx_alone.diagnostics.empty());
  const auto [wrong, wrong_alone] =
      compiled_both_ways("extern \"C\" __global__ void k(int* x) {\n  x[0] = y;\n}\n");
  CHECK_FALSE(wrong_alone.ok);
  CHECK(errors_of(wrong_alone) == errors_of(wrong));
}

TEST_CASE("every compute capability from 7.5 to 9.0 compiles, others are refused by name") {
  for (const int capability : {75, 80, 86, 89, 90}) {
    const Compiled compiled = compile_text("__global__ void k() {}\n", capability);
    CHECK_MESSAGE(compiled.ok, errors_of(compiled));
  }
  const Compiled compiled = compile_text("__global__ void k() {}\n", 61);
  CHECK_FALSE(compiled.ok);
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].message.find("compute capability 6.1") != std::string::npos);
}

TEST_CASE("messages have the student's file and line, whatever stands before the first line") {
  const Compiled compiled =
      compile_text("\n\nextern \"C\" __global__ void k(int* o) {\n  o[0] = foo;\n}\n");
  CHECK_FALSE(compiled.ok);
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].severity == Severity::error);
  CHECK(compiled.diagnostics[0].file == "kernel.cu");
  CHECK(compiled.diagnostics[0].line == 4);
  CHECK(compiled.diagnostics[0].column == 10);
  CHECK(compiled.log.find("kernel.cu(4)") != std::string::npos);
}

TEST_CASE("warnings do not stop a compilation") {
  const Compiled compiled = compile_text("__global__ void k() {\n  int unused;\n}\n");
  CHECK(compiled.ok);
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].severity == Severity::warning);
  CHECK(compiled.diagnostics[0].line == 2);
}

TEST_CASE("of more slips than anybody reads only the first ones are told") {
  std::string text = "__global__ void k(int* a, int n) {\n";
  for (int i = 0; i < 300; ++i) text += "  if (n > " + std::to_string(i) + ");\n";
  text += "  a[0] = n;\n}\n__device__ const int table[] = {1";
  for (int i = 0; i < 20'000; ++i) text += ",0,1";
  const Compiled compiled = compile_text(text + "};\n");
  CHECK(compiled.ok);
  CHECK(compiled.diagnostics.size() <= 101);  // and a note that there are more
  CHECK(compiled.diagnostics.size() > 50);
}

TEST_CASE("what a kernel file has under nvcc without asking is there") {
  compiles(R"(
    static_assert(__LINE__ == 2);
    __constant__ float table[] = {INFINITY, -INFINITY, NAN, float(M_PI)};
    static_assert(sizeof(int8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(int32_t) == 4);
    static_assert(sizeof(uint64_t) == 8 && sizeof(uintptr_t) == 8 && sizeof(std::size_t) == 8);
    static_assert(INT_MAX == 2147483647 && UINT64_MAX == ~0ull && CHAR_BIT == 8 && SIZE_MAX > 0);
    static_assert(FLT_MAX > 3e38f && DBL_EPSILON < 1e-15 && FLT_EPSILON < 1e-6f);
    extern "C" __global__ void k(float* o, uint n) {
      o[0] = std::sqrt(o[1]) + std::abs(o[2]) + std::exp(o[3]) + fabs(o[4]) + table[n];
      if (std::isnan(o[5]) || o[6] > HUGE_VALF) printf("%u\n", n);
      assert(n > 3);
      int* p = NULL;
      if (p == nullptr) o[7] = min(1, 2);
    }
  )");
}

TEST_CASE(
    "a lambda with auto parameters is device code, and a function that does not say so is the "
    "host's") {
  const std::string lambdas = R"(
    extern "C" __global__ void k(float* o) {
      auto add = [&](auto&& f, auto g) { return f(1) + g(2); };
      o[0] = add([&](auto i) { return o[i]; }, [](int i) { return i + 0.5f; });
    }
  )";
  compiles(lambdas);
  Source marked{"k.cu", "__device__ float unused() { float f; return f; }\n" + lambdas, 75};
  marked.mark_undefined = true;
  CHECK(compile(compiler(), marked).ok);
  const Compiled helper = compile_text(lambdas + "float twice(float x) { return 2 * x; }\n");
  CHECK_MESSAGE(helper.ok, errors_of(helper));
  const Compiled caller = compile_text(
      "float twice(float x) { return 2 * x; }\n"
      "extern \"C\" __global__ void k(float* o) { o[0] = twice(o[1]); }\n");
  REQUIRE_FALSE(caller.diagnostics.empty());
  CHECK(caller.diagnostics[0].message.find("neither __device__ nor __global__") !=
        std::string::npos);
}

TEST_CASE("mathematics in namespace std keep the type that they are given") {
  const Compiled compiled = compile_text(
      "extern \"C\" __global__ void k(float* o) { o[0] = std::sqrt(o[1]) + std::abs(o[2]); }\n");
  REQUIRE(compiled.ok);
  CHECK(compiled.ptx.find("f64") == std::string::npos);
}

TEST_CASE("the usual headers can be included, in either spelling and order") {
  compiles(R"(
    #include <cstdint>
    #include <stdint.h>
    #include <cmath>
    #include <math.h>
    #include <cfloat>
    #include <float.h>
    #include <climits>
    #include <cstdio>
    #include <stdio.h>
    #include <cassert>
    #include <assert.h>
    #include <cuda_runtime.h>
    #include "device_launch_parameters.h"
    #include <limits>
    extern "C" __global__ void k(float* o) { o[0] = std::numeric_limits<float>::max(); }
  )");
}

TEST_CASE("std::numeric_limits has the values of the host's") {
  compiles(R"(
    #include <limits>
    using std::numeric_limits;
    static_assert(numeric_limits<int>::max() == INT_MAX && numeric_limits<int>::min() == INT_MIN);
    static_assert(numeric_limits<int>::lowest() == INT_MIN && numeric_limits<int>::digits == 31);
    static_assert(numeric_limits<unsigned long long>::max() == ULLONG_MAX);
    static_assert(numeric_limits<signed char>::min() == -128 && numeric_limits<bool>::max());
    static_assert(numeric_limits<int>::digits10 == 9 && numeric_limits<unsigned long>::digits10 == 19);
    static_assert(numeric_limits<float>::infinity() > FLT_MAX);
    static_assert(numeric_limits<double>::lowest() == -DBL_MAX);
    static_assert(numeric_limits<const float>::digits == 24 && numeric_limits<float>::is_iec559);
    static_assert(!numeric_limits<float4>::is_specialized);
  )");
}

TEST_CASE("assert names the student's file and line, and NDEBUG takes it away") {
  const std::string kernel = "extern \"C\" __global__ void k(int n) { assert(n > 3); }\n";
  CHECK(compile_text("#include <cassert>\n" + kernel).ptx.find("__assertfail") !=
        std::string::npos);
  CHECK(compile_text("#define NDEBUG\n#include <cassert>\n" + kernel).ptx.find("__assertfail") ==
        std::string::npos);
}

TEST_CASE("WARPLAB_BLOCK puts the shape into the module, even when no kernel reads it") {
  const Compiled compiled =
      compile_text("WARPLAB_BLOCK(32, 8, 1);\nextern \"C\" __global__ void k() {}\n");
  REQUIRE_MESSAGE(compiled.ok, errors_of(compiled));
  CHECK(compiled.ptx.find("warplab_block[12] = {32, 0, 0, 0, 8, 0, 0, 0, 1") != std::string::npos);
}

TEST_CASE("WARPLAB_BLOCK refuses a block that no GPU has, at the student's line") {
  const Compiled compiled = compile_text("\nWARPLAB_BLOCK(64, 32, 1);\n");
  CHECK_FALSE(compiled.ok);
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].line == 2);
  CHECK(compiled.diagnostics[0].message.find("at most 1024 threads") != std::string::npos);
}

// Figures of `nvcc -arch=sm_NN -Xptxas -v` (CUDA 13.0) for these sources.
constexpr const char* kTile = R"(
extern "C" __global__ void tile(float* out, const float* in, int n) {
  __shared__ float t[32][33];
  t[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
)";
constexpr const char* kFrame = R"(
extern "C" __global__ void frame(float* out, int n) {
  float local[64];
  for (int i = 0; i < n; ++i) local[(i * 7) & 63] += out[i];
  out[0] = local[n & 63];
}
)";
constexpr const char* kSpill = R"(
extern "C" __global__ void __launch_bounds__(1024, 2) spill(float* out, const float* in, int n) {
  float a[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) a[i] = in[i * n + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 64; ++i) out[i * n + threadIdx.x] = a[i] * a[63 - i];
}
)";

TEST_CASE("registers, shared memory, stack and spills equal the figures of ptxas -v") {
  struct Figures {
    const char* source;
    const char* kernel;
    int capability;
    KernelResources ptxas;
  };
  for (const Figures& f : {
           Figures{kTile, "tile", 75, {14, 4224, 0, 0, 0}},
           Figures{kTile, "tile", 90, {14, 4224, 0, 0, 0}},
           Figures{kFrame, "frame", 75, {17, 0, 256, 0, 0}},
           Figures{kFrame, "frame", 90, {18, 0, 256, 0, 0}},
           Figures{kSpill, "spill", 75, {64, 0, 184, 184, 188}},
           Figures{kSpill, "spill", 90, {32, 0, 744, 792, 892}},
       }) {
    CAPTURE(std::string(f.kernel));
    CAPTURE(f.capability);
    const Compiled compiled = compile_text(f.source, f.capability);
    REQUIRE_MESSAGE(compiled.ok, errors_of(compiled));
    const KernelResources& found = compiled.kernels.at(f.kernel);
    CHECK(found.registers > 0);
    if (compiled.compiler != "NVRTC 13.0") continue;  // another ptxas may allot otherwise
    CHECK(found.registers == f.ptxas.registers);
    CHECK(found.static_shared_bytes == f.ptxas.static_shared_bytes);
    CHECK(found.local_bytes == f.ptxas.local_bytes);
    CHECK(found.spill_store_bytes == f.ptxas.spill_store_bytes);
    CHECK(found.spill_load_bytes == f.ptxas.spill_load_bytes);
  }
}

TEST_CASE("a real cubin with bytes changed or cut off never crashes the reader") {
  const std::vector<uint8_t> whole = compile_text(kTile).cubin;
  REQUIRE(read_cubin(whole));
  for (size_t size = 0; size < whole.size(); size += 61)
    (void)read_cubin(std::span(whole).first(size));
  uint32_t random = 1;
  size_t survived = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<uint8_t> changed = whole;
    for (int i = 0; i < 8; ++i) {
      random = random * 1664525 + 1013904223;
      changed[random % changed.size()] = static_cast<uint8_t>(random >> 24);
    }
    if (read_cubin(changed)) ++survived;
  }
  CHECK(survived > 0);
}

TEST_CASE("too much static shared memory is an error that says how much, at the array") {
  const Compiled compiled = compile_text(
      "\nextern \"C\" __global__ void k(int* o) {\n  __shared__ int t[20000];\n"
      "  t[threadIdx.x] = o[1];\n  __syncthreads();\n  o[0] = t[o[2]];\n}\n");
  CHECK_FALSE(compiled.ok);
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].line == 3);
  CHECK(compiled.diagnostics[0].message.find("80 000 bytes") != std::string::npos);
}

TEST_CASE("inline PTX that ptxas does not know is an error at its line") {
  const Compiled compiled = compile_text(
      "extern \"C\" __global__ void k(int* o) {\n  asm volatile(\"foo.bar %0;\" : "
      "\"=r\"(o[0]));\n}\n");
  CHECK_FALSE(compiled.ok);
  REQUIRE(!compiled.diagnostics.empty());
  CHECK(compiled.diagnostics[0].line == 2);
  CHECK(compiled.diagnostics[0].message.find("inline PTX") != std::string::npos);
}

TEST_CASE("a binary file and a file of megabytes are refused before a compiler sees them") {
  const Compiled binary = compile_text(std::string("int x;\0y", 8));
  CHECK_FALSE(binary.ok);
  REQUIRE(binary.diagnostics.size() == 1);
  CHECK(binary.diagnostics[0].message.find("byte 6 is 0") != std::string::npos);
  const Compiled large = compile_text(std::string(10'000'000, ' '));
  CHECK_FALSE(large.ok);
  REQUIRE(large.diagnostics.size() == 1);
  CHECK(large.diagnostics[0].message.find("10.0 MB") != std::string::npos);
}

TEST_CASE("an empty file compiles to an empty module") {
  const Compiled compiled = compile_text("");
  CHECK(compiled.ok);
  CHECK(compiled.kernels.empty());
}

TEST_CASE("cooperative groups, half precision and cuda::atomic compile where there is a toolkit") {
  const std::string source = R"(
    #include <cuda_fp16.h>
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cuda/atomic>
    #include <cstdint>
    namespace cg = cooperative_groups;
    extern "C" __global__ void k(float* o, __half* h, unsigned* counter) {
      auto tile = cg::tiled_partition<32>(cg::this_thread_block());
      const float sum = cg::reduce(tile, o[threadIdx.x], cg::plus<float>());
      cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*counter).fetch_add(1u);
      o[0] = sum + __half2float(h[0]);
    }
  )";
  const Compiled compiled = compile_text(source);
  if (warplab_test::toolkit_is_there()) {
    CHECK_MESSAGE(compiled.ok, errors_of(compiled));
    CHECK(compiled.diagnostics.empty());
  } else {
    CHECK_FALSE(compiled.ok);
    CHECK(errors_of(compiled).find("CUDA Toolkit headers") != std::string::npos);
  }
}

TEST_CASE("what cuda::std has for kernels compiles where there is a toolkit") {
  if (!warplab_test::needs_toolkit()) return;
  const std::string source = R"(
    #include <cuda/std/atomic>
    #include <cuda/std/concepts>
    #include <cuda/std/cstddef>
    #include <cuda/std/functional>
    #include <cuda/std/mdspan>
    #include <cuda/std/optional>
    #include <cuda/std/span>
    namespace std_ = cuda::std;
    template <std_::floating_point T> __device__ std_::optional<T> positive(T x) {
      if (x > 0) return x;
      return std_::nullopt;
    }
    extern "C" __global__ void k(const float* in, float* out, int rows, int cols) {
      const std_::mdspan<const float, std_::dextents<int, 2>> from(in, rows, cols);
      const std_::span<float> to(out, rows * cols);
      const std_::size_t i = min(blockIdx.x * blockDim.x + threadIdx.x, rows * cols - 1u);
      to[i] = std_::plus<float>()(from(int(i) / cols, int(i) % cols), *positive(in[0]));
      std_::atomic_ref<float>(out[0]).fetch_add(1.0f);
    }
  )";
  const Compiled compiled = compile_text(source);
  CHECK_MESSAGE(compiled.ok, errors_of(compiled));
}

TEST_CASE("the PTX of a source is the same text every time") {
  const std::string first = compile_text(kTile).ptx;
  for (int i = 0; i < 5; ++i) CHECK(compile_text(kTile).ptx == first);
}
