extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .shared .b8 s[2147483647]; st.shared.u8 [s+2147483646], 1; }");
  if (i < n) out[i] = 2.0f * in[i];
}
