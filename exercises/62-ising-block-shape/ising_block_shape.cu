// A sweep over the pixels of one colour of the checkerboard, with blocks of any
// shape. A thread has a pair of pixels, side by side, of which one has the
// colour. The tile has a place for every pixel of the block and for a halo of
// one around them, and `padding` places at the end of each row that nobody
// uses; only pixels of the other colour are put into it.

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

extern "C" __global__ void sweep(int* image, const unsigned char* level,
                                 const unsigned* weights, int rows, int cols,
                                 int colour, unsigned sweep, long long seed,
                                 int padding) {
  extern __shared__ int tile[];
  const int wide = 2 * blockDim.x + 2, pitch = wide + padding;
  const int high = blockDim.y + 2;
  const int first_row = (int)(blockIdx.y * blockDim.y) - 1;
  const int first_column = 2 * (int)(blockIdx.x * blockDim.x) - 1;
  const int threads = blockDim.x * blockDim.y;
  // Every second place of a row: wide / 2 of them.
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < high * (wide / 2);
       i += threads) {
    const int y = i / (wide / 2);
    const int row = first_row + y;
    // A column of the other colour: row + column + colour is odd.
    const int x =
        2 * (i % (wide / 2)) + ((row + first_column + colour + 1) & 1);
    const int column = first_column + x;
    if (row <= rows && column <= cols) {
      tile[y * pitch + x] =
          image[mirrored(row, rows) * cols + mirrored(column, cols)];
    }
  }
  __syncthreads();

  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int own = (row + colour) & 1;
  const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + own;
  if (row >= rows || column >= cols) return;
  const int* here =
      tile + (threadIdx.y + 1) * pitch + 2 * threadIdx.x + own + 1;
  const int sum = here[-pitch] + here[pitch] + here[-1] + here[1];
  image[row * cols + column] =
      drawn(weights_of(weights, level[row * cols + column], sum),
            uniform(row, column, sweep, seed));
}
