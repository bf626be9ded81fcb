// caught by: terminates
// why: Only threads wait that have put something into the tile or will take something out of it.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  const bool loads = row < rows && column < cols;
  const bool stores = out_row < cols && out_column < rows;

  if (loads) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  (loads || stores) ? __syncthreads() : (void)0;
  if (stores) out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}
