#include "bench_kernels.hpp"

#include <fmt/format.h>

namespace warplab::bench {
namespace {

constexpr const char* kColumnSums = R"(
extern "C" __global__ void column_sums(const float* a, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[(size_t)r * cols + c];
  out[c] = sum;
})";

constexpr const char* kRowSums = R"(
extern "C" __global__ void row_sums(const float* a, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int c = 0; c < cols; ++c) sum += a[(size_t)r * cols + c];
  out[r] = sum;
})";

std::string transpose(const char* pitch) {
  return std::string(R"(
extern "C" __global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][)") +
         pitch + R"(];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
})";
}

constexpr const char* kMatmul = R"(
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int m, int k, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
})";

// Every lane of a warp in one bank, again and again.
constexpr const char* kConflicts = R"(
extern "C" __global__ void conflicts(const float* in, float* out, int rounds) {
  __shared__ float tile[32][32];
  for (int r = threadIdx.y; r < 32; r += blockDim.y) tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < rounds; ++r) sum += tile[threadIdx.x][(r + threadIdx.y) & 31];
  out[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x] = sum;
})";

// The tiled product of n x n, its barriers as the arguments say.
std::string tiled_product(const char* fill, const char* after_filling, const char* after_use) {
  return fmt::format(R"(
extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {{
  __shared__ float s[16][16], t[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {{
    s[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    {}
    {}
    for (int j = 0; j < 16; ++j) sum += s[threadIdx.y][j] * t[j][threadIdx.x];
    {}
  }}
  c[y * n + x] = sum;
}})",
                     fill, after_filling, after_use);
}

constexpr const char* kFill = "t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];";
constexpr const char* kBarrier = "__syncthreads();";

// Right, but only by barriers of half a warp: every access has to be looked at.
constexpr const char* kWarpTiles = R"(
extern "C" __global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float tile[8][32];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int here = (blockIdx.x * 8 + warp) * 32 + lane;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    tile[warp][lane] = in[here] + r;
    __syncwarp();
    for (int j = 1; j < 8; ++j) sum += tile[warp][lane ^ j];
    __syncwarp();
  }
  out[here] = sum;
})";

// `width`: of a row of the tile.
BenchKernel transposition(const std::string& slug, const char* width) {
  constexpr uint64_t kSide = 4096;
  return {std::string("tiled transpose 4096 x 4096, 32 x ") + width,
          slug,
          transpose(width),
          "transpose",
          {128, 128, 1},
          {32, 32, 1},
          {{"in", kSide * kSide}, {"out", kSide * kSide, true}},
          {4096}};
}

BenchKernel wrong_product(const std::string& name, const std::string& slug,
                          const std::string& source) {
  constexpr uint64_t kElements = 512 * 512;
  return {name,
          slug,
          source,
          "product",
          {32, 32, 1},
          {16, 16, 1},
          {{"a", kElements}, {"b", kElements}, {"c", kElements, true}},
          {512},
          true};
}

// Each thread reads 8 of 2^22 elements, or writes one of them 8 times. `place` says which: a
// permutation of `i`, which counts the threads.
BenchKernel pattern(const std::string& name, const std::string& slug, const std::string& place,
                    bool stores) {
  const std::string source = fmt::format(
      R"(
__device__ unsigned mixed(unsigned i) {{
  i = i * 0x9e3779b1u & 0x3fffffu;
  i = (i ^ i >> 11) * 0x85ebca6bu & 0x3fffffu;
  return i ^ i >> 13;
}}
extern "C" __global__ void touch(const float* a, float* out) {{
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned turn = 0; turn < 8; ++turn) {{
    const unsigned i = {};
    const unsigned k = ({}) & 0x3fffffu;
    {}
  }}
  {}
}})",
      stores ? "thread" : "(thread + turn * 0x80000u) & 0x3fffffu", place,
      stores ? "out[k] = thread + turn;" : "sum += a[k];", stores ? "" : "out[thread] = sum;");
  return {name,
          slug,
          source,
          "touch",
          {16384, 1, 1},
          {256, 1, 1},
          {{"a", 1 << 22}, {"out", 1 << 22, true}},
          {}};
}

}  // namespace

std::vector<BenchKernel> bench_kernels() {
  constexpr uint64_t kBig = 16384;
  return {
      {"column sums 16384 x 16384",
       "column-sums",
       kColumnSums,
       "column_sums",
       {64, 1, 1},
       {256, 1, 1},
       {{"a", kBig * kBig}, {"out", kBig, true}},
       {16384, 16384}},
      transposition("transpose-conflict-free", "33"),
      transposition("transpose-tiled", "32"),
      {"naive matrix product 1024 x 512 x 2048",
       "matmul-naive",
       kMatmul,
       "matmul",
       {64, 32, 1},
       {32, 32, 1},
       {{"a", 1024 * 512}, {"b", 512 * 2048}, {"c", 1024 * 2048, true}},
       {1024, 512, 2048}},
      {"row sums 16384 x 16384",
       "row-sums",
       kRowSums,
       "row_sums",
       {64, 1, 1},
       {256, 1, 1},
       {{"a", kBig * kBig}, {"out", kBig, true}},
       {16384, 16384}},
      {"32-way conflicting shared loads",
       "shared-conflicts",
       kConflicts,
       "conflicts",
       {64, 1, 1},
       {32, 8, 1},
       {{"in", 1024}, {"out", 64 * 8 * 32, true}},
       {20000}},
      {"tiled product 512",
       "matmul-tiled",
       tiled_product(kFill, kBarrier, kBarrier),
       "product",
       {32, 32, 1},
       {16, 16, 1},
       {{"a", 512 * 512}, {"b", 512 * 512}, {"c", 512 * 512, true}},
       {512}},
      wrong_product("tracked: product 512, a barrier missing", "tracked-race",
                    tiled_product(kFill, kBarrier, "")),
      wrong_product(
          "tracked: product 512, one in the last block", "tracked-last-block",
          tiled_product(kFill, "if (blockIdx.x + blockIdx.y < 62) __syncthreads();", kBarrier)),
      wrong_product("tracked: product 512, a tile unfilled", "tracked-unfilled",
                    tiled_product("", kBarrier, kBarrier)),
      {"tracked: right by barriers of a warp",
       "tracked-right",
       kWarpTiles,
       "sums",
       {64, 1, 1},
       {32, 8, 1},
       {{"in", 64 * 256}, {"out", 64 * 256, true}},
       {50}},
      pattern("loads side by side", "load-row", "i", false),
      pattern("loads 32 bytes apart", "load-32", "i << 3 | i >> 19", false),
      pattern("loads 128 bytes apart", "load-128", "i << 5 | i >> 17", false),
      pattern("loads 4 KiB apart", "load-4096", "i << 10 | i >> 12", false),
      pattern("loads 16 KiB apart", "load-16384", "i << 12 | i >> 10", false),
      pattern("loads anywhere", "load-anywhere", "(i ^ i >> 11) * 0x9e3779b1u", false),
      pattern("stores side by side", "store-row", "i", true),
      pattern("stores 32 bytes apart", "store-32", "i << 3 | i >> 19", true),
      pattern("stores 128 bytes apart", "store-128", "i << 5 | i >> 17", true),
      pattern("stores 4 KiB apart", "store-4096", "i << 10 | i >> 12", true),
      pattern("stores 16 KiB apart", "store-16384", "i << 12 | i >> 10", true),
      pattern("stores anywhere", "store-anywhere", "(i ^ i >> 11) * 0x9e3779b1u", true),
  };
}

}  // namespace warplab::bench
