// Four steps of the loop at a time, and what is left over.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  int k = 0;
  for (; k + 4 <= inner; k += 4) {
    sum += a[row * inner + k] * b[k * cols + column];
    sum += a[row * inner + k + 1] * b[(k + 1) * cols + column];
    sum += a[row * inner + k + 2] * b[(k + 2) * cols + column];
    sum += a[row * inner + k + 3] * b[(k + 3) * cols + column];
  }
  for (; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
  c[row * cols + column] = sum;
}
