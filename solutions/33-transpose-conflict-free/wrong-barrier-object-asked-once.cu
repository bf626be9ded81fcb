// caught by: race free
// why: try_wait_for() may say that not all have arrived yet, and nobody listens.

#include <cuda/barrier>
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (threadIdx.x == 0 && threadIdx.y == 0) init(&b, 1024);
  __syncthreads();
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  b.try_wait_for(b.arrive(), cuda::std::chrono::nanoseconds(0));
  const int out_column = blockIdx.y * 32 + threadIdx.x, out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}
