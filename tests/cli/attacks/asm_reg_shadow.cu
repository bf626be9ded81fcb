extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int own;
  asm volatile("{ .reg .b32 r; mov.u32 r, 77; mov.u32 %0, r; }" : "=r"(own));
  if (i < n) out[i] = 2.0f * in[i];
}
