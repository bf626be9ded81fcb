extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = 0, y = 0;
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%2}, {%0, %1};" : "+r"(x), "+r"(y) : "r"(i));
  if (i < n) out[i] = 2.0f * in[i] + x;
}
