// A thread takes four rows that lie below each other. A warp is still one row at a time.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + 4 * threadIdx.y;
  for (int i = 0; i < 4; ++i) {
    if (row + i < rows && column < cols) {
      tile[4 * threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
    }
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + 4 * threadIdx.y;
  for (int i = 0; i < 4; ++i) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][4 * threadIdx.y + i];
    }
  }
}
