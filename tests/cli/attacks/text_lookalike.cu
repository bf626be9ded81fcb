extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float іn[1] = {3};  // a Cyrillic letter
  if (i < n) out[i] = 2.0f * іn[0];
}
