// Half of the threads have two rows each, so that an element of b serves twice.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + 2 * threadIdx.y;
  if (threadIdx.y >= 16 || row >= rows || column >= cols) return;
  const bool second = row + 1 < rows;
  float upper = 0.0f, lower = 0.0f;
  for (int k = 0; k < inner; ++k) {
    const float factor = b[k * cols + column];
    upper += a[row * inner + k] * factor;
    if (second) lower += a[(row + 1) * inner + k] * factor;
  }
  c[row * cols + column] = upper;
  if (second) c[(row + 1) * cols + column] = lower;
}
