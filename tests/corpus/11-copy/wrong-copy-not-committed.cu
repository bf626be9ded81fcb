// caught by: race free
// why: The wait is for copies that were committed, and this one was not.

#include <cuda_pipeline.h>
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ double waiting[256];
  if (i < n) __pipeline_memcpy_async(&waiting[threadIdx.x], &in[i], sizeof(double));
  __pipeline_wait_prior(0);
  if (i < n) out[i] = waiting[threadIdx.x];
}
