// caught by: in bounds
// why: 4 - t for 3 - t: thread 0 takes waiting[4], behind the end.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[4 - t];
}
