// A vote asks whether all four are there, once they have met.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  if (__all_sync(0xf, t < 4)) data[t] = waiting[3 - t];
}
