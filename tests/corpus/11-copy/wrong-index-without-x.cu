// caught by: compiles
// why: threadIdx has three parts, x, y and z, and is no number itself.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx;
  if (i < n) out[i] = in[i];
}
