// The first thread takes the last element.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = n - 1 - int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 0) out[i] = in[i];
}
