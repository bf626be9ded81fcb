// caught by: through shared memory
// why: Four warps of a block have two rows each. What stands above and below is in registers, and what stands beside
//   comes by shuffles, so there is no tile.

#include "ising.cuh"
__device__ int drawn(const unsigned* weights, unsigned uniform) {
  unsigned total = 0;
  for (int value = 0; value < kValues; ++value) total += weights[value];
  const unsigned point = __umulhi(uniform, total);
  unsigned up_to = 0;
  for (int value = 0; value < kValues; ++value) {
    up_to += weights[value];
    if (point < up_to) return value;
  }
  return kValues - 1;
}

extern "C" __global__ void sweep(int* image, const unsigned char* level, const unsigned* weights,
                                 int rows, int cols, int colour, unsigned sweep, long long seed) {
  if (threadIdx.y >= 4) return;
  const int pair = blockIdx.x * 32 + threadIdx.x;
  const int first = blockIdx.y * 8 + threadIdx.y * 2;
  if (first >= rows) return;
  auto other = [&](int row, int p) -> int {
    const int column = 2 * p + ((row + colour + 1) & 1);
    if (row > rows || column < -1 || column > cols) return 0;
    return image[mirrored(row, rows) * cols + mirrored(column, cols)];
  };
  int x[4];
  for (int k = 0; k < 4; ++k) x[k] = other(first - 1 + k, pair);
  for (int k = 0; k < 2; ++k) {
    const int row = first + k;
    const int own = (row + colour) & 1;
    const int column = 2 * pair + own;
    int beside = own ? __shfl_down_sync(0xffffffff, x[k + 1], 1) : __shfl_up_sync(0xffffffff, x[k + 1], 1);
    if (threadIdx.x == (own ? 31 : 0)) beside = other(row, own ? pair + 1 : pair - 1);
    if (row >= rows || column >= cols) continue;
    const int sum = x[k] + x[k + 2] + x[k + 1] + beside;
    image[row * cols + column] = drawn(weights_of(weights, level[row * cols + column], sum), uniform(row, column, sweep, seed));
  }
}
