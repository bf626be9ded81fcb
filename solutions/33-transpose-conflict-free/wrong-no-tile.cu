// caught by: coalesced stores
// why: Without the tile there are no bank conflicts, and the stores are strided again.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}
