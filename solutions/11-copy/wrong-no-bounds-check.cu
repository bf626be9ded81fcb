// caught by: in bounds
// why: The grid is rounded up to whole blocks, and the threads beyond the vector copy what lies behind it.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
