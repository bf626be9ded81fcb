// c = alpha * a * b. a has rows x inner halves, b inner x cols, c rows x cols
// floats, all row after row; all three are multiples of 16.
//
// A block is one warp, and has one tile of c, 16 x 16: the blockIdx.y-th from
// above, the blockIdx.x-th from the left.
#include "fragments.cuh"

// fragments.cuh has what is needed of NVIDIA's <mma.h>; f16 is a half.

// At the start each lane computes 8 elements of the tile.
extern "C" __global__ void tensor_product(const f16* a, const f16* b,
                                          float* c, int rows, int inner,
                                          int cols, float alpha) {
  const int row = 16 * blockIdx.y, col = 16 * blockIdx.x;
  for (int i = threadIdx.x; i < 256; i += 32) {
    const int y = row + i / 16, x = col + i % 16;
    float sum = 0;
    for (int k = 0; k < inner; ++k) {
      sum += float(a[y * inner + k]) * float(b[k * cols + x]);
    }
    c[y * cols + x] = alpha * sum;
  }
}
