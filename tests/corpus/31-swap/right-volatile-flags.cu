// Volatile flags, with fences between them and what they are about.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ volatile unsigned ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  __threadfence_block();
  ready[t] = 1;
  while (ready[3 - t] == 0) {}
  __threadfence_block();
  data[t] = waiting[3 - t];
}
