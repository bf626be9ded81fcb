// A tile of bytes. Threads without a pixel help to fill it and return before the barrier.

#include "ising.cuh"
extern "C" __global__ void sweep(int* image, const unsigned char* level, const unsigned* weights,
                                 int rows, int cols, int colour, unsigned sweep, long long seed) {
  __shared__ unsigned char halo[10][36];
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
  auto fetch = [&](int ty, int tx) {
    const int row = y0 + ty - 1, column = 2 * (x0 + tx - 1) + ((row + colour + 1) & 1);
    if (row > rows || column < -1 || column > cols) return;
    halo[ty][tx] = image[mirrored(row, rows) * cols + mirrored(column, cols)];
  };
  for (int i = threadIdx.x + 32 * threadIdx.y; i < 10 * 34; i += 256) fetch(i / 34, i % 34);
  const int row = y0 + threadIdx.y, own = (row + colour) % 2, column = 2 * (x0 + threadIdx.x) + own;
  const bool mine = row < rows && column < cols;
  const unsigned number = mine ? uniform(row, column, sweep, seed) : 0;   // while the others load
  if (!mine) return;
  __syncthreads();
  const unsigned char* at = &halo[threadIdx.y + 1][threadIdx.x + 1];
  const int sum = at[-36] + at[0] + at[36] + at[own ? 1 : -1];
  const unsigned* w = weights_of(weights, level[row * cols + column], sum);
  unsigned total = 0;
#pragma unroll
  for (int v = 0; v < kValues; ++v) total += __ldg(w + v);
  unsigned point = __umulhi(number, total);
  int v = 0;
  while (v < kValues - 1 && point >= w[v]) point -= w[v++];
  image[row * cols + column] = v;
}
