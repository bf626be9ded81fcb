// caught by: full warps
// why: Eight lanes load one sector, then the next eight: no sector is moved in vain, and each row
// takes four requests instead of one.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row)
    for (int group = 0; group < 4; ++group)
      if (threadIdx.x % 32 / 8 == group && column < cols)
        sum += *(const volatile float*)&a[row * cols + column];
  if (column < cols) sums[column] = sum;
}
