// caught by: terminates
// why: Only two of the four threads reach the barrier; the others go past it.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  if (t < 2) {
    __syncthreads();
  }
  data[t] = waiting[3 - t];
}
