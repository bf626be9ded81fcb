// caught by: coalesced loads
// why: Where inner is no multiple of 32 neighbouring threads have neighbouring rows, and sums are kept in memory.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (inner % 32) {
    const int row = blockIdx.y * 32 + threadIdx.x, column = blockIdx.x * 32 + threadIdx.y;
    if (row >= rows || column >= cols) return;
    c[row * cols + column] = 0;
    for (int k = 0; k < inner; ++k) c[row * cols + column] += a[row * inner + k] * b[k * cols + column];
    return;
  }
  if (y >= rows || x >= cols) return;
  float sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[y * inner + k] * b[k * cols + x];
  c[y * cols + x] = sum;
}
