// caught by: race free
// why: The barrier stands before the wait, so nobody knows of the copies of others that they have arrived.

#include <cuda_pipeline.h>
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&waiting[t], &data[t], 4);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  data[t] = waiting[3 - t];
}
