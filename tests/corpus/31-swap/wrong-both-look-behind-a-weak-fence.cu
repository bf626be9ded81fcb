// caught by: correct
// why: A fence that only acquires and releases does not keep a thread from reading the other's flag before its own has arrived.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ volatile unsigned here[4];
  const int t = threadIdx.x;
  here[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  here[t] = 1;
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  const unsigned both = here[3 - t];
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  if (both) {
    atomicExch(&data[t], waiting[3 - t]);
    atomicExch(&data[3 - t], waiting[t]);
  }
}
