// No loop: four loads into four variables, and four stores.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
  if (column < cols) {
    if (row < rows) a = in[row * cols + column];
    if (row + 8 < rows) b = in[(row + 8) * cols + column];
    if (row + 16 < rows) c = in[(row + 16) * cols + column];
    if (row + 24 < rows) d = in[(row + 24) * cols + column];
  }
  tile[ty][tx] = a;
  tile[ty + 8][tx] = b;
  tile[ty + 16][tx] = c;
  tile[ty + 24][tx] = d;
  __syncthreads();
  const int out_column = blockIdx.y * 32 + tx, out_row = blockIdx.x * 32 + ty;
  if (out_column < rows) {
    if (out_row < cols) out[out_row * rows + out_column] = tile[tx][ty];
    if (out_row + 8 < cols) out[(out_row + 8) * rows + out_column] = tile[tx][ty + 8];
    if (out_row + 16 < cols) out[(out_row + 16) * rows + out_column] = tile[tx][ty + 16];
    if (out_row + 24 < cols) out[(out_row + 24) * rows + out_column] = tile[tx][ty + 24];
  }
}
