// caught by: through the tile
// why: Each element goes straight from its row to its column, through no tile at all.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  for (int i = 0; i < 32; i += 8) {
    const int row = blockIdx.y * 32 + threadIdx.y + i;
    if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
  }
}
