// caught by: exchanged
// earns: 0
// why: A shuffle, and the same integers go into shared memory and out again for nothing.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int pretended[4];
  const int t = threadIdx.x;
  const int other = __shfl_sync(0xf, data[t], 3 - t);
  pretended[t] = other;
  __syncthreads();
  data[t] = pretended[t];
}
