// caught by: whole sectors
// earns: 0.89
// why: A warp loads eight rows of four columns, so that its stores need no tile; lanes swap their elements in shared
// memory with a neighbour and store them where they belonged all the time.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
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
  const int column = blockIdx.x * 32 + ty % 8 * 4, row = blockIdx.y * 32 + ty / 8 * 8 + tx / 4;
  tile[ty][tx ^ 1] = in[row * cols + column + tx % 4];
  __syncwarp();
  out[(column + (tx ^ 1) % 4) * rows + row] = tile[ty][tx];
}
