extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  constexpr int list[] = {__CUDA_ARCH_LIST__};
  if (i < n) out[i] = list[0] == 900 ? 2.0f * in[i] : 3.0f * in[i];
}
