// An image that is drawn by chance, pixel by pixel, from what its neighbours
// are.
//
// A sweep is two launches: `colour` is 0 for the white pixels, whose row and
// column add up to an even number, and 1 for the black ones. A thread has two
// pixels that lie side by side, one of each colour. Blocks have 32 x 8 threads,
// so 64 x 8 pixels.
//
// This kernel takes no notice of `colour`, and it asks global memory for each
// neighbour of each pixel.

#include "ising.cuh"

// The value that the number `uniform` gives to a pixel with these weights (the
// inverse method).
__device__ int drawn(const unsigned* weights, unsigned uniform) {
  unsigned total = 0;
  for (int value = 0; value < kValues; ++value) total += weights[value];
  // 0 ... total - 1, all alike
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
                                 int colour, unsigned sweep, long long seed) {
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int pair = blockIdx.x * 32 + threadIdx.x;
  for (int column = 2 * pair; column < 2 * pair + 2; ++column) {
    if (row >= rows || column >= cols) continue;
    const int sum = image[mirrored(row - 1, rows) * cols + column] +
                    image[mirrored(row + 1, rows) * cols + column] +
                    image[row * cols + mirrored(column - 1, cols)] +
                    image[row * cols + mirrored(column + 1, cols)];
    image[row * cols + column] =
        drawn(weights_of(weights, level[row * cols + column], sum),
              uniform(row, column, sweep, seed));
  }
}
