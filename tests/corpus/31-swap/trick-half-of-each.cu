// caught by: exchanged
// earns: 0.5
// why: Registers do the work; one integer of four goes by way of another thread's place in shared memory.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  const int mine = data[t], other = data[3 - t];
  waiting[t] = t == 3 ? mine : other;
  __syncthreads();
  data[t] = t == 0 ? waiting[3] : waiting[t == 3 ? 0 : t] * 0 + other;
}
