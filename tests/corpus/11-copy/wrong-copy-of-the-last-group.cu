// caught by: race free
// why: It waits until one group of copies is left, and there is only one.

#include <cuda_pipeline.h>
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ double waiting[256];
  if (i < n) __pipeline_memcpy_async(&waiting[threadIdx.x], &in[i], sizeof(double));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  if (i < n) out[i] = waiting[threadIdx.x];
}
