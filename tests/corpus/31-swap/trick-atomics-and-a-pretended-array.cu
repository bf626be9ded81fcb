// caught by: exchanged
// earns: 0
// why: The integers go in and come out by atomics, which order nothing; what goes through the array beside them is of no use.

extern "C" __global__ void swap(int* data) {
  __shared__ int s[4];
  __shared__ volatile int p[4];
  const int t = threadIdx.x;
  p[t] = t;
  atomicExch(&s[t], data[t]);
  data[t] = atomicAdd(&s[3 - t], 0) + 0*p[t];
  (void)p[t];
}
