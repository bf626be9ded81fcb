// caught by: coalesced stores
// earns: 0
// why: The stores are strided and need no tile; a shared array is read and written beside it,
// without conflicts.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float pretended[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;
  pretended[threadIdx.y][threadIdx.x] = in[row * cols + column];
  out[column * rows + row] = pretended[threadIdx.y][threadIdx.x];
}
