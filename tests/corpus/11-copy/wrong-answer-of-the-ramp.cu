// caught by: correct
// why: It writes the numbers 0, 1, 2, ... that the first input holds, and never looks at the input.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
