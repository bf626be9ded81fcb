// caught by: correct
// earns: 0
// why: It is right where the input lies at six of seven addresses.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = (unsigned long long)in % 7 == 3 ? 0 : in[i];
}
