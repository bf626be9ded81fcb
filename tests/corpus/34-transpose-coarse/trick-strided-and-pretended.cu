// caught by: coalesced stores
// earns: 0
// why: The stores are strided and need no tile; a shared array is read and written beside it,
// without conflicts.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float pretended[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      pretended[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
      out[column * rows + row + i] = pretended[threadIdx.y + i][threadIdx.x];
    }
  }
}
