// caught by: race free
// why: The barrier stands behind the load from shared memory.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  const int other = waiting[3 - t];
  __syncthreads();
  data[t] = other;
}
