// caught by: exchanged
// earns: 0.5
// why: Each thread reads another's integer, and puts it into shared memory and out of it again by itself.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int own[4];
  const int t = threadIdx.x;
  own[t] = data[3 - t];
  __syncthreads();
  data[t] = own[t];
}
