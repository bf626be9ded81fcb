extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if __CUDA_ARCH__ < 1000
  out[i] = 2.0f * in[i];
#else
  out[i] = 3.0f * in[i];
#endif
}
