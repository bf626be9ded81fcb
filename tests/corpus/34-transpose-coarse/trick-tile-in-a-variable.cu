// caught by: nothing else
// earns: 0
// why: The tile is a variable of the module, in global memory, which has no banks.

__device__ float tiles[128 * 128][32][32];

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float pretended[32][33];
  float(*tile)[32] = tiles[blockIdx.y * 128 + blockIdx.x];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
    }
  }

  for (int i = 0; i < 32; i += 8) pretended[threadIdx.y + i][threadIdx.x] = 0.0f;
  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i] +
                                             0.0f * pretended[threadIdx.y + i][threadIdx.x];
    }
  }
}
