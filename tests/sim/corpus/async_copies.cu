// Copies from global to shared memory that the threads do not wait for at once.
// targets: sm_80 sm_90
// buffer: in f32 512 ramp
// buffer: out f32 512 zero
// launch: copy grid=2 block=64 args=in,out
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void copy(const float* in, float* out) {
  __shared__ alignas(16) float tile[2][128];
  const int i = threadIdx.x, base = blockIdx.x * 256;
  if (i < 32) __pipeline_memcpy_async(&tile[0][4 * i], &in[base + 4 * i], 16);
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[1][2 * i], &in[base + 128 + 2 * i], 8);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  for (int k = i; k < 128; k += 64) out[base + k] = 2 * tile[0][127 - k];
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int k = i; k < 128; k += 64) out[base + 128 + k] = 3 * tile[1][127 - k];
}
