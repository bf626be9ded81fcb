// Four sums, and a switch for the rows that are left over.

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
  const float* p = a + column;
  float s[4] = {0, 0, 0, 0};
  int row = 0;
#pragma unroll 1
  for (; row < rows / 4 * 4; row += 4, p += 4 * cols)
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k] += p[k * cols];
  switch (rows - row) {
    case 3: s[2] += p[2 * cols]; [[fallthrough]];
    case 2: s[1] += p[cols]; [[fallthrough]];
    case 1: s[0] += p[0];
  }
  sums[column] = (s[0] + s[1]) + (s[2] + s[3]);
}
