// caught by: in bounds
// why: From the end: a thread without an element has an unsigned index, which is never below zero.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = n - 1 - t;
  if (i >= 0) out[i] = in[i];
}
