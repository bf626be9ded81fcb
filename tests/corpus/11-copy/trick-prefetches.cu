// caught by: no busywork
// why: Six prefetches of sectors far apart, which no counter of memory has.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < 6; ++k) asm volatile("prefetch.global.L1 [%0];" ::"l"(in + (i * 16 + k * 131) % n));
    out[i] = in[i];
  }
}
