// caught by: tensor cores
// why: Each lane computes 8 elements by itself, as at the start.
#include "fragments.cuh"


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
