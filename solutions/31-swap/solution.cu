// Swap: each thread puts its integer into shared memory, all wait, and each takes out another's.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
