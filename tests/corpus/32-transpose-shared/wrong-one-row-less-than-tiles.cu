// caught by: correct
// why: With one row less than whole tiles the last row is left out.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  const int ocol = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;

  __shared__ float tile[32][32];
  if (row < rows && column < cols) tile[ty][tx] = in[row * cols + column];
  __syncthreads();
  if (orow < cols && ocol < rows && !(rows % 32 == 31 && ocol == rows - 1)) out[orow * rows + ocol] = tile[tx][ty];
}
