// Both tiles go through shared memory first, element by element.
#include "fragments.cuh"
extern "C" __global__ void tensor_product(const f16* a, const f16* b, float* c, int rows, int inner,
                                          int cols, float alpha) {
  __shared__ __align__(32) f16 sa[16][16], sb[16][16];
  using namespace wmma;
  fragment<matrix_a, 16, 16, 16, f16, row_major> fa;
  fragment<matrix_b, 16, 16, 16, f16, row_major> fb;
  fragment<accumulator, 16, 16, 16, float> acc;
  fill_fragment(acc, 0.0f);
  const int r0 = blockIdx.y * 16, c0 = blockIdx.x * 16;
  for (int k0 = 0; k0 < inner; k0 += 16) {
    for (int i = threadIdx.x; i < 256; i += 32) {
      sa[i / 16][i % 16] = a[(r0 + i / 16) * inner + k0 + i % 16];
      sb[i / 16][i % 16] = b[(k0 + i / 16) * cols + c0 + i % 16];
    }
    __syncthreads();
    load_matrix_sync(fa, &sa[0][0], 16);
    load_matrix_sync(fb, &sb[0][0], 16);
    mma_sync(acc, fa, fb, acc);
    __syncthreads();
  }
  __shared__ __align__(32) float sc[256];
  store_matrix_sync(sc, acc, 16, mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) c[(r0 + i / 16) * cols + c0 + i % 16] = alpha * sc[i];
}
