// Where rows are multiples of four elements a thread moves four neighbours in one access of 16 bytes, and 8 threads a row.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  const int y = thread / 8, x = thread % 8 * 4;
  int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  if (row < rows && cols % 4 == 0 && column < cols) {
    const float4 four = *(const float4*)&in[row * cols + column];
    tile[y][x] = four.x, tile[y][x + 1] = four.y, tile[y][x + 2] = four.z, tile[y][x + 3] = four.w;
  } else {
    for (int j = 0; j < 4; ++j)
      if (row < rows && column + j < cols) tile[y][x + j] = in[row * cols + column + j];
  }
  __syncthreads();
  row = blockIdx.x * 32 + y, column = blockIdx.y * 32 + x;
  if (row < cols && rows % 4 == 0 && column < rows) {
    *(float4*)&out[row * rows + column] = make_float4(tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]);
  } else {
    for (int j = 0; j < 4; ++j)
      if (row < cols && column + j < rows) out[row * rows + column + j] = tile[x + j][y];
  }
}
