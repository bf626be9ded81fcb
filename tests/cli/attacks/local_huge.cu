extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  char big[500000];
  for (int j = 0; j < 500000; j += 4096) big[j] = i;
  if (i < n) out[i] = 2.0f * in[i] + 0 * big[n];
}
