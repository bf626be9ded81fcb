// The lanes of a warp take its elements from the last to the first.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) ^ 31;
  if (i < n) out[i] = in[i];
}
