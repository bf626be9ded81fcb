// The value is chosen, and the store too.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double value = i < n ? in[i] : 0.0;
  i < n ? out[i] = value : 0.0;
}
