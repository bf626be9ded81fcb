// caught by: correct
// why: It goes along a row of b where it should go down a column: the product with the transposed matrix, which is the
//   same as long as b is constant.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[column * inner + k];
  }
  c[row * cols + column] = sum;
}
