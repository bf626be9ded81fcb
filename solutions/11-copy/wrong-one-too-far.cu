// caught by: in bounds
// why: With <= the thread whose number is n copies in[n], one element past the end.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i];
}
