extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile(".weak .global .u32 w = 3;");
  if (i < n) out[i] = 2.0f * in[i];
}
