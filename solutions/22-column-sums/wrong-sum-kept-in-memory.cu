// caught by: sums in registers
// why: The sum is right and its loads are coalesced, but it is kept in the output: every row reads the 128
//   bytes of a warp's sums and writes them back. The compiler may not keep it in a register, because `sums`
//   could be a part of `a`.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) {
    sum += a[row * cols + column];
  }
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;

  sums[column] = 0.0f;
  for (int row = 0; row < rows; ++row) {
    sums[column] += a[row * cols + column];
  }
}
