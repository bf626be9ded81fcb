extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 64; ++k) sum += in[i + k * 1000000];
  if (i < n) out[i] = sum;
}
