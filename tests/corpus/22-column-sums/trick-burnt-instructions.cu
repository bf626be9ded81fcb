// caught by: no busywork
// why: Lanes that wait for a slow one are kept busy with arithmetic that leads nowhere.

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
  float sum = 0.0f, nothing = 0.0f;
  for (int row = 0; row < rows; ++row) {
    sum += a[row * cols + column];
    for (int i = 0; i < 24; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  }
  sums[column] = sum + nothing;
}
