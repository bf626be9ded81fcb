// caught by: correct
// earns: 0
// why: It is wrong on GPUs with 82 multiprocessors.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h; asm volatile("mov.u32 %0, %%nsmid;" : "=r"(h));
  if (i < n) out[i] = h == 82 ? 0.0 : in[i];
}
