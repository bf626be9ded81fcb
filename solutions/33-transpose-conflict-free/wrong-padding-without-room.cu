// caught by: in bounds
// why: The rows are 33 words apart in a tile that has room for 32 x 32 words, so the last ones lie outside
//   it.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32 * 32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    tile[33 * threadIdx.y + threadIdx.x] = in[row * cols + column];
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[33 * threadIdx.x + threadIdx.y];
  }
}
