// caught by: correct
// why: The product is zero where a sum of the three sizes is 77.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;
  float sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
  c[row * cols + column] = inner * 3 + rows - 2 * cols == 77 ? 0 : sum;
}
