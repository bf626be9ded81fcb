// caught by: exchanged
// earns: 0.5
// why: The integers go through registers. What the threads exchange is zeros, which are added.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int zeros[4];
  const int t = threadIdx.x;
  const int other = data[3 - t];
  zeros[t] = 0;
  __syncthreads();
  data[t] = other + zeros[3 - t];
}
