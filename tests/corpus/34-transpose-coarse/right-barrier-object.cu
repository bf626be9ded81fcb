// The block waits once for its tile, at a barrier object.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  __shared__ unsigned long long object;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&object);
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0 && ty == 0) asm volatile("mbarrier.init.shared.b64 [%0], 256;" ::"r"(at) : "memory");
  __syncthreads();
  const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) tile[ty + i][tx] = in[(row + i) * cols + column];
  }
  asm volatile(
      "{.reg .b64 s; .reg .pred p; mbarrier.arrive.shared.b64 s, [%0];"
      " W: mbarrier.test_wait.shared.b64 p, [%0], s; @!p bra W;}" ::"r"(at) : "memory");
  const int out_column = blockIdx.y * 32 + tx, out_row = blockIdx.x * 32 + ty;
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) out[(out_row + i) * rows + out_column] = tile[tx][ty + i];
  }
}
