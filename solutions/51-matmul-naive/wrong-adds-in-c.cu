// caught by: initialized
// why: The sum is kept in c, where nobody has written a zero before.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  for (int k = 0; k < inner; ++k) {
    c[row * cols + column] += a[row * inner + k] * b[k * cols + column];
  }
}
