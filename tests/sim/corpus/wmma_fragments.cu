// Which element of a matrix lies where in the fragments of wmma: each is its own number.
// buffer: out f32 2048 zero
// launch: where grid=1 block=32 args=out
// targets: sm_80 sm_90
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void where(float* out) {
  __shared__ __align__(32) __half halves[256];
  __shared__ __align__(32) float singles[256];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) halves[i] = __float2half(i), singles[i] = i;
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> d;
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> e;
  wmma::load_matrix_sync(a, halves, 16);
  wmma::load_matrix_sync(b, halves, 16);
  wmma::load_matrix_sync(c, singles, 16, wmma::mem_row_major);
  wmma::load_matrix_sync(d, halves, 16, wmma::mem_row_major);
  wmma::load_matrix_sync(e, singles, 8);
  float* const mine = out + 64 * lane;
  for (int i = 0; i < 16; ++i) mine[i] = __half2float(a.x[i]), mine[16 + i] = __half2float(b.x[i]);
  for (int i = 0; i < 8; ++i) mine[32 + i] = c.x[i], mine[40 + i] = __half2float(d.x[i]);
  for (int i = 0; i < 4; ++i) mine[48 + i] = e.x[i];
}
