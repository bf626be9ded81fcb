extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ < 800
  __trap();
#endif
  if (i < n) out[i] = 2.0f * in[i];
}
