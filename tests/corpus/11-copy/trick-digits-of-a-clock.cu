// caught by: correct
// earns: 0
// why: It is wrong where the low digits of a clock are a certain number: in one of 4096 reads.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (clock() & 4095) == 17 ? 1.0 : in[i];
}
