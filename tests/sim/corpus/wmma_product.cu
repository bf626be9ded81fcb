// A product of matrices from tiles in shared memory: 32 x 32 by four warps, whole numbers.
// buffer: a f16 1024 random:41:-3:3
// buffer: b f16 1024 random:42:-3:3
// buffer: c f32 1024 zero
// launch: product grid=1 block=128 args=a,b,c
// targets: sm_80 sm_90
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half left[32 * 24], right[16 * 40];
  const int warp = threadIdx.x / 32, row = warp / 2 * 16, column = warp % 2 * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 32; k += 16) {
    for (int i = threadIdx.x; i < 512; i += 128) {
      left[i / 16 * 24 + i % 16] = a[i / 16 * 32 + k + i % 16];
      right[i / 32 * 40 + i % 32] = b[(k + i / 32) * 32 + i % 32];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
    wmma::load_matrix_sync(x, left + row * 24, 24);
    wmma::load_matrix_sync(y, right + column, 40);
    wmma::mma_sync(sum, x, y, sum);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + row * 32 + column, sum, 32, wmma::mem_row_major);
}
