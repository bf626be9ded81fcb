extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n + 100000) printf("%s:%d\n", __FILE__, __LINE__);
  if (i < n) out[i] = 2.0f * in[i];
}
