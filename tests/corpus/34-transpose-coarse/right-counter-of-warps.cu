// The barrier is a counter: one lane of each warp adds to it, and waits until all warps have.
#include <cuda/atomic>
extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  __shared__ unsigned arrived;
  const int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0) arrived = 0;
  __syncthreads();
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
#pragma unroll
  for (int i = 0; i < 32; i += 8) if (row + i < rows && column < cols) tile[y + i][x] = in[(row + i) * cols + column];
  __syncwarp();
  if (x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> n(arrived);
    n.fetch_add(1, cuda::memory_order_release);
    while (n.load(cuda::memory_order_acquire) != 8) {}
  }
  __syncwarp();
  const int c = blockIdx.y * 32 + x, r = blockIdx.x * 32 + y;
#pragma unroll
  for (int i = 0; i < 32; i += 8) if (r + i < cols && c < rows) out[(r + i) * rows + c] = tile[x][y + i];
}
