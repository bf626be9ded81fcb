// caught by: terminates
// why: Each half of the threads waits at a barrier of its own.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  if (t < 2) {
    __syncthreads();
    data[t] = waiting[3 - t];
  } else {
    data[t] = waiting[3 - t] + 0 * t;
    __syncthreads();
  }
}
