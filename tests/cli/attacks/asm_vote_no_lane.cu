extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .reg .pred p; .reg .b32 x; setp.eq.u32 p, 1, 1; vote.sync.ballot.b32 x, p, 0; }");
  if (i < n) out[i] = 2.0f * in[i];
}
