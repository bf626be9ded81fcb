// caught by: correct
// earns: 0
// why: It is wrong where a clock leaves a certain remainder: in one of 1009 reads.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = clock64() % 1009 == 5 ? 1.0 : in[i];
}
