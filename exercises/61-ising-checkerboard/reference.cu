// The plainest kernel that is right: one pixel a thread, its neighbours from global memory.

#include "ising.cuh"

extern "C" __global__ void sweep(int* image, const unsigned char* level, const unsigned* weights,
                                 int rows, int cols, int colour, unsigned sweep, long long seed) {
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = 2 * (blockIdx.x * 32 + threadIdx.x) + (row + colour) % 2;
  if (row >= rows || column >= cols) return;
  const int sum = image[mirrored(row - 1, rows) * cols + column] +
                  image[mirrored(row + 1, rows) * cols + column] +
                  image[row * cols + mirrored(column - 1, cols)] +
                  image[row * cols + mirrored(column + 1, cols)];
  const unsigned* own = weights_of(weights, level[row * cols + column], sum);
  unsigned total = 0;
  for (int value = 0; value < kValues; ++value) total += own[value];
  const unsigned point = __umulhi(uniform(row, column, sweep, seed), total);
  unsigned up_to = own[0];
  int value = 0;
  while (up_to <= point) up_to += own[++value];
  image[row * cols + column] = value;
}
