// caught by: few instructions
// earns: 0
// why: The lanes compute the product, and beside them tensor cores multiply what nobody needs.
#include "fragments.cuh"
extern "C" __global__ void tensor_product(const f16* a, const f16* b, float* c, int rows, int inner,
                                          int cols, float alpha) {
  const int row = 16 * blockIdx.y, col = 16 * blockIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, f16, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, f16, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0);
  wmma::load_matrix_sync(left, a + row * inner, inner);
  wmma::load_matrix_sync(right, b + col, cols);
  for (int k = 0; k < inner; k += 16) wmma::mma_sync(sum, left, right, sum);
  for (int i = threadIdx.x; i < 256; i += 32) {
    const int y = row + i / 16, x = col + i % 16;
    float own = 0;
    for (int k = 0; k < inner; ++k) own += float(a[y * inner + k]) * float(b[k * cols + x]);
    c[y * cols + x] = alpha * own;
  }
}
