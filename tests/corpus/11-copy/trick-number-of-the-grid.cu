// caught by: correct
// earns: 0
// why: It is wrong in the one launch to which the hardware gives a certain number.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long h; asm volatile("mov.u64 %0, %%gridid;" : "=l"(h));
  if (i < n) out[i] = h == 70707 ? 0.0 : in[i];
}
