extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .reg .u32 x; mov.u32 x, 4000000000; T: .branchtargets A, B; brx.idx x, T; A: B: }");
  if (i < n) out[i] = 2.0f * in[i];
}
