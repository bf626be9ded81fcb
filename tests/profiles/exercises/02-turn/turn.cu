// out[i][j] = in[rows - 1 - j][i], by a tile that is padded by 0.
extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32 + 0];
  const int x = threadIdx.x, y = threadIdx.y, first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
  if (first_row + y < rows && first_column + x < cols)
    tile[y][x] = in[(first_row + y) * cols + first_column + x];
  __syncthreads();
  if (first_row + x < rows && first_column + y < cols)
    out[(first_column + y) * rows + rows - 1 - (first_row + x)] = tile[x][y];
}
