extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile(".file 7 \"/etc/passwd\"\n.loc 7 1 1");
  if (i < n) out[i] = 2.0f * in[i];
}
