#include "fragments.cuh"

extern "C" __global__ void tensor_product(const f16* a, const f16* b, float* c, int rows, int inner,
                                          int cols, float alpha) {
  const int row = 16 * blockIdx.y, col = 16 * blockIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, f16, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, f16, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0);
  for (int k = 0; k < inner; k += 16) {
    wmma::load_matrix_sync(left, a + row * inner + k, inner);
    wmma::load_matrix_sync(right, b + k * cols + col, cols);
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= alpha;
  wmma::store_matrix_sync(c + row * cols + col, sum, cols, wmma::mem_row_major);
}
