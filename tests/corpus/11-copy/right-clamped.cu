// Threads beyond the vector copy its last element once more, which does no harm.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = min(int(blockIdx.x * blockDim.x + threadIdx.x), n - 1);
  out[i] = in[i];
}
