// caught by: full warps
// why: Four lanes of a block draw all of its 256 pixels.

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
  __shared__ int tile[10][34];
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    const int row = (int)blockIdx.y * 8 + i / 34 - 1;
    const int other = (row + colour + 1) & 1;  // right or left in its pair
    const int column = 2 * ((int)blockIdx.x * 32 + i % 34 - 1) + other;
    if (row <= rows && column >= -1 && column <= cols) {
      tile[i / 34][i % 34] = image[mirrored(row, rows) * cols + mirrored(column, cols)];
    }
  }
  __syncthreads();

  if (threadIdx.y != 0 || threadIdx.x >= 4) return;
  for (int k = 0; k < 64; ++k) {
    const int ty = k / 8, tx = k % 8 * 4 + threadIdx.x;
    const int row = blockIdx.y * 8 + ty;
    const int own = (row + colour) & 1;
    const int column = 2 * (blockIdx.x * 32 + tx) + own;
    if (row >= rows || column >= cols) continue;
    const int x = tx + 1, y = ty + 1;
    const int beside = own ? x + 1 : x - 1;
    const int sum = tile[y - 1][x] + tile[y + 1][x] + tile[y][x] + tile[y][beside];
    image[row * cols + column] = drawn(weights_of(weights, level[row * cols + column], sum),
                                       uniform(row, column, sweep, seed));
  }
}
