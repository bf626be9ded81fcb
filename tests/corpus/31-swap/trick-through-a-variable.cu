// caught by: through shared memory
// earns: 0.3
// why: The integers meet in a variable of the module, in global memory.

__device__ int waiting[4];

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
