// caught by: correct
// why: The numbers of a block are kept in two bytes, so the matrix ends for it after 256 tiles each way.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const uchar2 at = make_uchar2(blockIdx.x, blockIdx.y); const int column = at.x * 32 + threadIdx.x;
  const int row = at.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
    }
  }

  __syncthreads();

  const int out_column = at.y * 32 + threadIdx.x;
  const int out_row = at.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
}
