// caught by: few passes
// earns: 0
// why: The tile is read by one lane after the other, which has no conflicts, and takes 32 passes all the
// same.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
    }
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    float value = 0.0f;
    for (int lane = 0; lane < 32; ++lane) {
      if (threadIdx.x == lane) value = *(volatile float*)&tile[threadIdx.x][threadIdx.y + i];
    }
    if (out_row + i < cols && out_column < rows) out[(out_row + i) * rows + out_column] = value;
  }
}
