// caught by: correct
// why: Elements are added up as whole 65536ths, so what is smaller is lost.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  int sum = 0;
  for (int row = 0; row < rows; ++row) sum += (int)(a[row * cols + column] * 65536.0f);
  sums[column] = sum / 65536.0f;
}
