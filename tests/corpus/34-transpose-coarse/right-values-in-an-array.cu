// Four values in an array, which the compiler keeps in registers.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  float value[4];
  for (int j = 0; j < 4; ++j) {
    const bool inside = row + 8 * j < rows && column < cols;
    value[j] = inside ? in[(row + 8 * j) * cols + column] : 0.0f;
  }
  for (int j = 0; j < 4; ++j) tile[threadIdx.y + 8 * j][threadIdx.x] = value[j];

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
}
