// caught by: coalesced stores
// why: Four elements a thread and no tile: there are no conflicts and no barrier, and the stores are
//   strided.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      out[column * rows + row + i] = in[(row + i) * cols + column];
    }
  }
}
