// caught by: race free
// why: The others clear what the first thread copies before that thread has waited for its copy.

#include <cuda_pipeline.h>
extern "C" __global__ void swap(int* data) {
  __shared__ __align__(16) int w[4];
  const int t = threadIdx.x;
  if (t == 0) { __pipeline_memcpy_async(w, data, 16); __pipeline_commit(); }
  __syncthreads();
  ((volatile int*)data)[t] = 0;
  __syncthreads();
  if (t == 0) __pipeline_wait_prior(0);
  __syncthreads();
  data[t] = w[3 - t];
}
