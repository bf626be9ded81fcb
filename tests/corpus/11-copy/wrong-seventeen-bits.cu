// caught by: correct
// why: Indices from 131072 on begin with 0 again.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = (blockIdx.x * 256 + threadIdx.x) & 0x1ffff;
  if (i < n) out[i] = in[i];
}
