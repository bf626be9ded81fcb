// caught by: correct
// earns: 0
// why: It is right where no time passes between two reads of a clock, which is so on no GPU.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long s = clock64(), e = clock64();
  if (i < n) out[i] = e == s ? in[i] : 0.0;
}
