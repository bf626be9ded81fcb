extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.u32 [%0], 1;" :: "l"((void*)0));
  if (i < n) out[i] = 2.0f * in[i];
}
