// caught by: terminates
// why: A breakpoint was left in, at which a kernel fails where no debugger watches.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
  asm volatile("brkpt;");
}
