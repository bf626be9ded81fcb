// Volatile flags that both raise before they look, with a __threadfence_block() between the two: one of them finds the other's.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ volatile unsigned here[4];
  const int t = threadIdx.x;
  here[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  __threadfence_block();
  here[t] = 1;
  __threadfence_block();
  const unsigned both = here[3 - t];
  __threadfence_block();
  if (both) {
    atomicExch(&data[t], waiting[3 - t]);
    atomicExch(&data[3 - t], waiting[t]);
  }
}
