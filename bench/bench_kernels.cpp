#include "bench_kernels.hpp"

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

}  // namespace

std::vector<BenchKernel> bench_kernels() {
  constexpr uint64_t kBig = 16384, kTile = 4096;
  return {
      {"column sums 16384 x 16384",
       "column-sums",
       kColumnSums,
       "column_sums",
       {64, 1, 1},
       {256, 1, 1},
       {{"a", kBig * kBig}, {"out", kBig, true}},
       {16384, 16384}},
      {"tiled transpose 4096 x 4096, 32 x 33",
       "transpose-conflict-free",
       transpose("33"),
       "transpose",
       {128, 128, 1},
       {32, 32, 1},
       {{"in", kTile * kTile}, {"out", kTile * kTile, true}},
       {4096}},
      {"tiled transpose 4096 x 4096, 32 x 32",
       "transpose-tiled",
       transpose("32"),
       "transpose",
       {128, 128, 1},
       {32, 32, 1},
       {{"in", kTile * kTile}, {"out", kTile * kTile, true}},
       {4096}},
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
  };
}

}  // namespace warplab::bench
