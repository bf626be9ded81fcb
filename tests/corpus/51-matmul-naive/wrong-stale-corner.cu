// caught by: correct
// why: The last row and column of c are left out where both are one more than whole blocks.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  if (rows % 32 == 1 && cols % 32 == 1 && rows > 1 && row == rows - 1 && column == cols - 1) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
