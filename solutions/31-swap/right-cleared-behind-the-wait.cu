// What has been copied asynchronously is cleared once the copy has been waited for.

#include <cuda_pipeline.h>
extern "C" __global__ void swap(int* data) {
  __shared__ __align__(16) int w[4];
  const int t = threadIdx.x;
  if (t == 0) { __pipeline_memcpy_async(w, data, 16); __pipeline_commit(); }
  if (t == 0) __pipeline_wait_prior(0);
  __syncthreads();
  ((volatile int*)data)[t] = 0;
  data[t] = w[3 - t];
}
