// caught by: whole sectors
// earns: 0.91
// why: A warp loads eight rows of four columns, so that its stores need no tile; another warp stores what it has put
// into shared memory, from the same place.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (rows % 32 || cols % 32) {
    const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
    if (row < rows && column < cols) tile[ty][tx] = in[row * cols + column];
    __syncthreads();
    const int out_column = blockIdx.y * 32 + tx, out_row = blockIdx.x * 32 + ty;
    if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[tx][ty];
    return;
  }
  const int column = blockIdx.x * 32 + tx % 4, row = blockIdx.y * 32 + tx / 4;
  tile[ty][tx] = in[(row + ty / 8 * 8) * cols + column + ty % 8 * 4];
  __syncthreads();
  const int other = ty ^ 8;
  out[(column + other % 8 * 4) * rows + row + other / 8 * 8] = tile[other][tx];
}
