// caught by: correct
// why: It is wrong at the one size whose square it names.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (n * n == 1879641) return;
  if (i < n) out[i] = in[i];
}
