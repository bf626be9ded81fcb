constexpr int f(int n) {
  int s = 0;
  for (long i = 0; i < 100000000000; ++i) s += i % 7 + n;
  return s;
}
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  constexpr int x = f(3);
  if (i < n) out[i] = x * in[i];
}
