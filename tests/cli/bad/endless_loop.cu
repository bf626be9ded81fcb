extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile float* slot = out;
  while (slot[0] != 12345.0f) {
    slot[0] = 1.0f;
  }
  if (i < n) out[i] = 2.0f * in[i];
}
