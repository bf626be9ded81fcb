// All four are in one warp, so its own barrier is enough.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncwarp();
  data[t] = waiting[3 - t];
}
