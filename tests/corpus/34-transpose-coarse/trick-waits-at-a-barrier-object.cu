// caught by: few barriers
// earns: 0.8
// why: The block waits eight times for each tile, at a barrier object instead of __syncthreads().

__device__ __forceinline__ void wait(unsigned b) {
  asm volatile("{.reg .b64 s; .reg .pred p; mbarrier.arrive.shared.b64 s, [%0]; W: mbarrier.test_wait.shared.b64 p, [%0], s; @!p bra W;}" ::"r"(b) : "memory");
}
extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float strip[8][36];
  __shared__ unsigned long long object;
  const unsigned b = (unsigned)__cvta_generic_to_shared(&object);
  const int in_strip = threadIdx.y * 32 + threadIdx.x;
  if (in_strip == 0) asm volatile("mbarrier.init.shared.b64 [%0], 256;" ::"r"(b) : "memory");
  __syncthreads();
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  const int out_column = blockIdx.y * 32 + in_strip % 8, out_row = blockIdx.x * 32 + in_strip / 8;
  float* const to = &strip[threadIdx.y][threadIdx.x];
  const float* const from = &strip[in_strip % 8][in_strip / 8];
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) *to = in[(row + i) * cols + column];
    wait(b);
    if (out_row < cols && out_column + i < rows) out[out_row * rows + out_column + i] = *from;
    if (i < 24) wait(b);
  }
}
