// caught by: full warps
// earns: 0.95
// why: Global memory is read by eight lanes at a time: all sectors are used, in four times as
// many requests.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    for (int group = 0; group < 4; ++group) {
      if (threadIdx.x / 8 == group && row + i < rows && column < cols) {
        tile[threadIdx.y + i][threadIdx.x] = *(const volatile float*)&in[(row + i) * cols + column];
      }
    }
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
