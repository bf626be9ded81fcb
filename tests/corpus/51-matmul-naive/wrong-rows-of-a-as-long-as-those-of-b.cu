// caught by: in bounds
// why: a is taken for a matrix with as many columns as b, so the threads run out of it where b is
//   wider.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * cols + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
