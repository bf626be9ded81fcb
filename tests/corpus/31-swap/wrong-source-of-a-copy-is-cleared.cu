// caught by: race free
// why: The integer is cleared while the asynchronous copy may still be reading it.

#include <cuda_pipeline.h>
extern "C" __global__ void swap(int* data) {
  __shared__ int w[4];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&w[t], &data[t], 4);
  __pipeline_commit();
  *(volatile int*)&data[t] = 0;
  __pipeline_wait_prior(0);
  __syncthreads();
  data[t] = w[3 - t];
}
