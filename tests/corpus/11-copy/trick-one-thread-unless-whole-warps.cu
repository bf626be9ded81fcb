// caught by: one element a thread
// why: Where n is no multiple of 32 one thread copies the vector.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n % 32) { if (i == 0) for (int k = 0; k < n; ++k) out[k] = in[k]; return; }
  if (i < n) out[i] = in[i];
}
