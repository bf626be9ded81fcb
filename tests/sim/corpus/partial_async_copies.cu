// Copies that take fewer bytes than they store: the rest is zeros, and where they take none nothing
// is read.
// targets: sm_80 sm_90
// buffer: in f32 100 ramp
// buffer: out f32 128 zero
// launch: copy grid=1 block=32 args=in,out,i32:97
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void copy(const float* in, float* out, int n) {
  __shared__ alignas(16) float tile[128];
  const int i = 4 * threadIdx.x, left = n - i, have = left < 0 ? 0 : left < 4 ? left : 4;
  __pipeline_memcpy_async(&tile[i], have > 0 ? &in[i] : in, 16, 16 - 4 * have);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int k = 0; k < 4; ++k) out[i + k] = tile[i + k] + 1;
}
