// Volatile accesses of one warp, and a barrier of the warp between writing and reading.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncwarp(0xf);
  data[t] = waiting[3 - t];
}
