// caught by: terminates
// why: It stops where there are more than a million elements.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i > 1100000) __trap();
}
