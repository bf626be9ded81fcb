// caught by: no busywork
// why: Six remainders of 64 bits that nobody needs; a GPU has no instruction for them, but some hundred.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long a = i + 1, b = n | 1;
#pragma unroll
  for (int k = 0; k < 6; ++k) asm volatile("rem.u64 %0, %1, %2;" : "=l"(a) : "l"(a + 0x123456789abcdefull), "l"(b));
  if (i < n) out[i] = in[i];
}
