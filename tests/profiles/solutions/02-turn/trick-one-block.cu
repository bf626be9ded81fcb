// caught by: not one block for all
// earns: 0
// why: One block turns all tiles, one after the other.
extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  const int x = threadIdx.x, y = threadIdx.y;
  for (int first_row = 0; first_row < rows; first_row += 32)
    for (int first_column = 0; first_column < cols; first_column += 32) {
      if (first_row + y < rows && first_column + x < cols)
        tile[y][x] = in[(first_row + y) * cols + first_column + x];
      __syncthreads();
      if (first_row + x < rows && first_column + y < cols)
        out[(first_column + y) * rows + rows - 1 - (first_row + x)] = tile[x][y];
      __syncthreads();
    }
}
