// The integers are copied into shared memory without a register.

#include <cuda_pipeline.h>

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&waiting[t], &data[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  data[t] = waiting[3 - t];
}
