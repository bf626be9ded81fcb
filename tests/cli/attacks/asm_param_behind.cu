extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .reg .b32 x; ld.param.u32 x, [doubled_param_2+4000]; }");
  if (i < n) out[i] = 2.0f * in[i];
}
