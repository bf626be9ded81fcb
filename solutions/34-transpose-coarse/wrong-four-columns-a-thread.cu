// caught by: coalesced loads
// why: A thread takes four columns that lie side by side, and its neighbour the next four, so a load of a
//   warp is spread over four times as many sectors.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int thread = threadIdx.y * 32 + threadIdx.x;
  const int x = thread % 8 * 4, y = thread / 8;
  for (int i = 0; i < 4; ++i) {
    const int column = blockIdx.x * 32 + x + i, row = blockIdx.y * 32 + y;
    if (row < rows && column < cols) tile[y][x + i] = in[row * cols + column];
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
}
