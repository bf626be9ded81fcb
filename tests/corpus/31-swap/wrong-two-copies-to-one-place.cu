// caught by: race free
// why: Two asynchronous copies of one group write the same place, and nothing says which of them is last.

#include <cuda_pipeline.h>
extern "C" __global__ void swap(int* data) {
  __shared__ int w[4];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&w[t], &data[3 - t], 4);
  __pipeline_memcpy_async(&w[t], &data[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  data[t] = w[3 - t];
}
