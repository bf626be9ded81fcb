// caught by: few instructions
// why: A function that is not inlined computes all indices anew for each element, as four threads would.
//   The answer is right, and nothing is shared but the barrier.

__device__ __noinline__ int place(int block_row, int block_column, int i, int rows, int cols) {
  const int row = block_row * 32 + threadIdx.y + i;
  const int column = block_column * 32 + threadIdx.x;
  return row < rows && column < cols ? row * cols + column : -1;
}

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  for (int i = 0; i < 32; i += 8) {
    const int from = place(blockIdx.y, blockIdx.x, i, rows, cols);
    if (from >= 0) tile[threadIdx.y + i][threadIdx.x] = in[from];
  }
  __syncthreads();
  for (int i = 0; i < 32; i += 8) {
    const int to = place(blockIdx.x, blockIdx.y, i, cols, rows);
    if (to >= 0) out[to] = tile[threadIdx.x][threadIdx.y + i];
  }
}
