#include "course/similarity.hpp"

#include <doctest/doctest.h>

using namespace warplab::course;

namespace {

// A kernel with a shape of its own: `order` decides what stands where.
std::string kernel(int order, const std::string& name) {
  std::string text = "__global__ void " + name + "(const float* a, float* b, int n) {\n";
  const char* const steps[] = {
      "  for (int i = threadIdx.x; i < n; i += blockDim.x) b[i] = a[i] * 2 + a[n - i];\n",
      "  if (n > 3) { b[n - 1] = a[0]; } else { b[0] = a[n - 1] - 1; }\n",
      "  while (n > 1) { n = n / 2; __syncthreads(); b[n] += b[n + 1]; }\n",
      "  float sum = 0; for (int k = n; k > 0; k -= 3) sum += a[k] / (1 + k); b[0] = sum;\n",
      "  unsigned lane = threadIdx.x % 32; if (lane == 0) b[lane + n] = a[lane] * a[lane];\n"};
  for (int i = 0; i < 5; ++i) text += steps[(order / (i + 1) + i * (order % 3 + 1)) % 5];
  return text + "}\n";
}

std::string renamed(std::string text) {
  for (size_t at = 0; (at = text.find("sum", at)) != std::string::npos; at += 5)
    text.replace(at, 3, "total");
  return "// my own work\n\n" + text;
}

const std::string kOwn =
    "__global__ void k(const float* in, float* out, int n) {\n"
    "  int row = blockIdx.y * 7 + threadIdx.y; int sum = row ^ 3;\n"
    "  for (int j = row; j < n; j += 5) { sum = sum * 31 + int(in[j]); }\n"
    "  do { sum -= n; } while (sum > n * n);\n"
    "  out[row] = sum > 0 ? sum : -sum;\n"
    "  if (row % 2) out[row + 1] = in[row] < in[row + 1] ? 1.f : 2.f;\n"
    "}\n";

}  // namespace

TEST_CASE("a copy with other names and comments is found, with its lines") {
  std::vector<Work> works;
  for (int i = 0; i < 6; ++i) works.push_back({"s" + std::to_string(i), kernel(i, "k")});
  works.push_back({"kim", kOwn});
  works.push_back({"lee", renamed(kOwn)});
  const std::vector<SimilarPair> pairs = similar_pairs(works, {});
  REQUIRE_FALSE(pairs.empty());
  bool found = false;
  for (const SimilarPair& pair : pairs)
    if (pair.first == 6 && pair.second == 7) {
      found = true;
      CHECK(pair.fraction > 0.9);
      CHECK_FALSE(pair.identical);
      REQUIRE_FALSE(pair.passages.empty());
      CHECK(pair.passages[0].first_begin >= 1);
      CHECK(pair.passages[0].second_begin == pair.passages[0].first_begin + 2);
    } else {
      CHECK(pair.first != 6);
      CHECK(pair.second < 6);
    }
  CHECK(found);
}

TEST_CASE("what starter, solution or everybody has says nothing") {
  CHECK(similar_pairs({{"kim", kOwn}, {"lee", renamed(kOwn)}}, {kOwn}).empty());
  std::vector<Work> everybody;
  for (int i = 0; i < 20; ++i) everybody.push_back({"s" + std::to_string(i), kOwn});
  CHECK(similar_pairs(everybody, {}).empty());
}

TEST_CASE("the reference with other names is the reference, and with another number it is not") {
  CHECK(is_same_code(kOwn, renamed(kOwn)));
  std::string other = kOwn;
  other.replace(other.find("31"), 2, "37");
  CHECK_FALSE(is_same_code(kOwn, other));
}

TEST_CASE("the same file twice is said to be the same") {
  const std::vector<SimilarPair> pairs = similar_pairs({{"kim", kOwn}, {"lee", kOwn}}, {});
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].identical);
  CHECK(pairs[0].fraction == 1);
  CHECK(similar_pairs({{"kim", ""}, {"lee", ""}}, {}).empty());
}
