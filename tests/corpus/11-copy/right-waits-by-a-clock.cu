// Waits for 200 ticks of a clock first: how long that takes changes nothing.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long t = clock64();
  while (clock64() - t < 200) {}
  if (i < n) out[i] = in[i];
}
