extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  printf("%2147483647d %.2147483647f\n", 1, 1.0);
  if (i < n) out[i] = 2.0f * in[i];
}
