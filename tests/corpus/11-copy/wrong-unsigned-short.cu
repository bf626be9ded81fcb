// caught by: correct
// why: An index of 16 bits begins again at 65 536.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
