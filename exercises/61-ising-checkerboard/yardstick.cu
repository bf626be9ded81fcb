// What times on a GPU are compared with: a tile of the pixels of one colour, the random numbers and
// the weights of a sweep. But no edges, no neighbours and no draw: the tile is read upside down.

#include "ising.cuh"

extern "C" __global__ void sweep(int* image, const unsigned char* level, const unsigned* weights,
                                 int rows, int cols, int colour, unsigned sweep, long long seed) {
  __shared__ int tile[10][34];
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    const int row = min(blockIdx.y * 8 + i / 34, rows - 1);
    const int column = 2 * (blockIdx.x * 32 + i % 34) + (row + colour + 1) % 2;
    tile[i / 34][i % 34] = column < cols ? image[row * cols + column] : 0;
  }
  __syncthreads();
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = 2 * (blockIdx.x * 32 + threadIdx.x) + (row + colour) % 2;
  if (row >= rows || column >= cols) return;
  const int x = threadIdx.x + 1, y = 8 - threadIdx.y;
  const int sum = tile[y - 1][x] + tile[y + 1][x] + tile[y][x] + tile[y][x + 1];
  const unsigned* own = weights_of(weights, level[row * cols + column], sum);
  unsigned total = uniform(row, column, sweep, seed);
  for (int value = 0; value < kValues; ++value) total ^= own[value];
  image[row * cols + column] = total % 4;
}
