// caught by: compiles
// why: It copies from out to in. The input is const, so the compiler notices.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) in[i] = out[i];
}
