// caught by: no busywork
// why: Each thread turns 300 times in an empty loop.

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
#pragma unroll 1
  for (int q = 0; q < 300; ++q) asm volatile("");

  const int row = blockIdx.y * 8 + threadIdx.y;
  const int own = (row + colour) & 1;
  const int column = 2 * (blockIdx.x * 32 + threadIdx.x) + own;
  if (row >= rows || column >= cols) return;
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  const int beside = own ? x + 1 : x - 1;
  const int sum = tile[y - 1][x] + tile[y + 1][x] + tile[y][x] + tile[y][beside];
  image[row * cols + column] = drawn(weights_of(weights, level[row * cols + column], sum),
                                     uniform(row, column, sweep, seed));
}
