// A quarter of the threads moves four elements each.

extern "C" __global__ void transpose_conflict_free(const float* __restrict__ in, float* __restrict__ out, int rows,
                                 int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, out_column = blockIdx.y * 32 + threadIdx.x;
  if (threadIdx.y < 8)
    for (int i = threadIdx.y; i < 32; i += 8) {
      const int row = blockIdx.y * 32 + i;
      if (row < rows && column < cols) tile[i][threadIdx.x] = __ldg(&in[row * cols + column]);
    }
  __syncthreads();
  if (threadIdx.y >= 8) return;
  for (int i = threadIdx.y; i < 32; i += 8) {
    const int out_row = blockIdx.x * 32 + i;
    if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][i];
  }
}
