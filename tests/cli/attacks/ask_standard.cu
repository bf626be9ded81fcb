extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (__cplusplus > 201703L) ? 2.0f * in[i] : 3.0f * in[i];
}
