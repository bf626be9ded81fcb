// caught by: coalesced loads
// why: Without the tile there are no bank conflicts, and the loads are strided instead of the stores.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = in[out_column * cols + out_row];
  }
}
