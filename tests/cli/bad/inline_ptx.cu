extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The memory behind it may hold anything afterwards.
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(out) : "memory");
  if (i < n) out[i] = 2.0f * in[i];
}
