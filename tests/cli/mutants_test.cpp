#include "mutate/mutants.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contains.hpp"

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
