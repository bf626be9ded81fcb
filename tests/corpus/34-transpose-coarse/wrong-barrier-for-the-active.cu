// caught by: terminates
// why: Everything, the barrier too, is done by the threads that have a row to load or to store, as a variable says: in
//   a block at the edge the others go past the barrier.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  const bool active = column < cols || out_column < rows;
  if (active) {
    for (int i = 0; i < 32; i += 8) {
      if (row + i < rows && column < cols) {
        tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
      }
    }
    __syncthreads();
    for (int i = 0; i < 32; i += 8) {
      if (out_row + i < cols && out_column < rows) {
        out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
      }
    }
  }
}
