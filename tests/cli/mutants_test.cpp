#include "mutate/mutants.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contains.hpp"
#include "mutate/meaning.hpp"

using namespace warplab::grader;
using warplab::test::contains;

namespace {

const char* const kKernel =
    "#include <cstdint>\n"
    "constexpr int kTile = 32;\n"
    "extern \"C\" __global__ void k(const float* in, float* out, int n) {\n"
    "  __shared__ float tile[kTile][33];\n"
    "  int x = blockIdx.x * 32 + threadIdx.x;\n"
    "  if (x < n) tile[threadIdx.y][x] = in[x];\n"
    "  __syncthreads();\n"
    "  float sum = 0;\n"
    "  for (int i = 0; i < n; ++i) sum += -tile[i][x];\n"
    "  atomicAdd(&out[x / 2], sum);\n"
    "}\n";

std::vector<Mutant> of(const std::string& kind) {
  std::vector<Mutant> found;
  for (Mutant& mutant : mutants_of(kKernel))
    if (mutant.kind == kind) found.push_back(std::move(mutant));
  return found;
}

bool has(const std::vector<Mutant>& mutants, const std::string& text) {
  return std::ranges::any_of(mutants,
                             [&](const Mutant& mutant) { return contains(mutant.text, text); });
}

}  // namespace

TEST_CASE("the mistakes of students, one at a time") {
  CHECK(has(of("missing bound"), "if (true) tile"));
  CHECK(has(of("missing barrier"), "= in[x];\n  ;\n"));
  CHECK(has(of("swapped axis"), "blockIdx.y * 32"));
  CHECK(has(of("swapped indices"), "tile[x][threadIdx.y] = in"));
  CHECK(has(of("= for +="), "sum = -tile"));
  CHECK(has(of("no atomic"), "(*(&out[x / 2]) += ( sum));"));
  CHECK(has(of("index off by one"), "in[(x) + 1]"));
  CHECK(has(of("off by one"), "i <= n"));
  CHECK(has(of("off by one"), "blockIdx.x * 33"));
  CHECK(has(of("other operator"), "out[x * 2]"));
  CHECK(has(of("other direction"), "--i) sum"));
}

TEST_CASE("a stride that is the other extent, and indices that change places") {
  const char* const text =
      "extern \"C\" __global__ void k(const float* in, float* out, int rows, int cols) {\n"
      "  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = 0;\n"
      "  out[mirrored(y, rows) * cols + mirrored(x, cols)] = in[(y + 1) * cols + x] * 2 + x * y;\n"
      "}\n";
  std::vector<Mutant> strides, swaps;
  for (Mutant& mutant : mutants_of(text)) {
    if (mutant.kind == "stride swapped") strides.push_back(mutant);
    if (mutant.kind == "swapped indices") swaps.push_back(std::move(mutant));
  }
  CHECK(has(strides, "in[(y + 1) * rows + x]"));
  CHECK(has(strides, "blockIdx.x * gridDim.x + threadIdx.x"));
  CHECK(has(swaps, "in[x * cols + (y + 1)]"));
  CHECK(has(swaps, "out[mirrored(x, cols) * cols + mirrored(y, rows)]"));
  CHECK(has(swaps, "threadIdx.x * blockDim.x + blockIdx.x"));
  CHECK(has(swaps, "blockIdx.x * blockDim.x + blockIdx.x"));
  // An element times two is no index.
  CHECK_FALSE(has(swaps, "= x * y * 2"));
  CHECK(strides.size() == 3);
}

TEST_CASE("one side of a bound is forgotten, in an if and in a choice") {
  const char* const text =
      "__global__ void k(float* out, int n, int m) {\n"
      "  if (n > 3 || m > 4) return;\n"
      "  out[0] = n < 5 && m < 6 ? out[1] : 0;\n"
      "}\n";
  std::vector<Mutant> bounds;
  for (Mutant& mutant : mutants_of(text))
    if (mutant.kind == "missing bound") bounds.push_back(std::move(mutant));
  CHECK(has(bounds, "if (n > 3 ) return"));
  CHECK(has(bounds, "if (m > 4) return"));
  CHECK(has(bounds, "out[0] = n < 5 ? out[1]"));
  CHECK(has(bounds, "out[0] = m < 6 ? out[1]"));
  CHECK(has(bounds, "out[0] = true ? out[1]"));
  CHECK(bounds.size() == 6);
}

TEST_CASE("every atomic becomes what it would be without") {
  const auto plain = [](const std::string& call) {
    const std::string text = "__global__ void k(int* a, int v) {\n  " + call + ";\n}\n";
    for (const Mutant& mutant : mutants_of(text))
      if (mutant.kind == "no atomic") return mutant.text.substr(text.find('\n') + 3);
    return std::string();
  };
  CHECK(plain("atomicAdd(&a[f(1, 2)], v)") == "(*(&a[f(1, 2)]) += ( v));\n}\n");
  CHECK(plain("atomicMax(a,v)") == "(*(a) = max(*(a), (v)));\n}\n");
  CHECK(plain("atomicExch(a,v)") == "(*(a) = (v));\n}\n");
  CHECK(plain("atomicCAS(a, 1, v)") == "");
}

TEST_CASE("each has one change and its line, and none is there twice") {
  const std::vector<Mutant> all = mutants_of(kKernel);
  CHECK(all.size() > 20);
  for (size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].text != kKernel);
    CHECK(all[i].line >= 4);
    CHECK_FALSE(all[i].change.empty());
    for (size_t j = 0; j < i; ++j) CHECK(all[i].text != all[j].text);
  }
  CHECK(of("missing barrier").at(0).line == 7);
}

TEST_CASE("types, includes, and what stands before the first brace are left alone") {
  for (const Mutant& mutant : mutants_of(kKernel)) {
    CHECK(contains(mutant.text, "void k(const float* in, float* out, int n)"));
    CHECK(contains(mutant.text, "constexpr int kTile = 32;"));
    CHECK_FALSE(contains(mutant.text, "float+"));
  }
  CHECK(mutants_of("").empty());
  CHECK(mutants_of("int a = 1 + 2;").empty());
}

TEST_CASE("a kernel as it is launched has numbers for the shape of its block") {
  CHECK(with_block_shape("a = blockDim.x + blockDim . y; // blockDim.x", {32, 8, 1}) ==
        "a = 32u + 8u; // blockDim.x");
  CHECK(with_block_shape("WARPLAB_BLOCK(4); a = blockDim.x;", {32, 8, 1}) ==
        "WARPLAB_BLOCK(4); a = blockDim.x;");
}

TEST_CASE("code that is the same means the same, also where a shared array is larger") {
  const auto code = [](const std::string& bytes, const std::string& line) {
    return code_of("// head\n\t.shared .align 4 .b8 tile[" + bytes + "];\n\t.loc 1 " + line +
                   " 3\n\tst.shared.u32 [tile+4], %r1;\n");
  };
  CHECK(code("4096", "7").shared_bytes == std::vector<uint64_t>{4096});
  CHECK(means_the_same(code("4096", "7"), code("4096", "8")));
  CHECK(means_the_same(code("4096", "7"), code("4224", "7")));
  CHECK_FALSE(means_the_same(code("4096", "7"), code("3968", "7")));
  CHECK_FALSE(means_the_same(code("4096", "7"), code_of("\tst.shared.u32 [tile+8], %r1;\n")));
}
