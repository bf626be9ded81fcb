// Two sums in turn, joined by their elements; the tile of b is loaded turned round and its columns are taken.
#include "fragments.cuh"
extern "C" __global__ void tensor_product(const f16* a, const f16* b, float* c, int rows, int inner,
                                          int cols, float alpha) {
  const int row = 16 * blockIdx.y, col = 16 * blockIdx.x;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2];
#pragma unroll
  for (int s = 0; s < 2; ++s) wmma::fill_fragment(sums[s], 0.f);
  auto add = [&](wmma::fragment<wmma::accumulator, 16, 16, 16, float>& sum, int k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, f16, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, f16, wmma::row_major> right;
    wmma::load_matrix_sync(left, a + row * inner + k, inner);
    wmma::load_matrix_sync(right, b + k * cols + col, cols);
    wmma::mma_sync(sum, left, right, sum);
  };
  int k = 0;
  for (; k + 16 < inner; k += 32) {
    add(sums[0], k);
    add(sums[1], k + 16);
  }
  if (k < inner) add(sums[0], k);
#pragma unroll
  for (int i = 0; i < sums[0].num_elements; ++i) sums[0].x[i] = (sums[0].x[i] + sums[1].x[i]) * alpha;
  wmma::store_matrix_sync(&c[row * cols + col], sums[0], cols, wmma::mem_row_major);
}
