// A barrier that also counts.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  if (__syncthreads_count(1) == 4) data[t] = waiting[3 - t];
}
