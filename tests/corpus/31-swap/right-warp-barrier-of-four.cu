// The mask names the four lanes that are there.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncwarp(0xf);
  data[t] = waiting[3 - t];
}
