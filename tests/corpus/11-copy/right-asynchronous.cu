// By way of shared memory, in asynchronous copies.

#include <cuda_pipeline.h>
extern "C" __global__ void copy(const double* in, double* out, int n) {
  __shared__ double s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __pipeline_memcpy_async(&s[threadIdx.x], &in[i], 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (i < n) out[i] = s[threadIdx.x];
}
