extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile(".file 9 \"a\033[31mroot:\"\n.loc 9 1 1");
  if (i < n) out[i] = 2.0f * in[i];
}
