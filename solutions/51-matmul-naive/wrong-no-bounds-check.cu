// caught by: in bounds
// why: The blocks at the edge have threads beyond the last row and column, and these read and write outside the
//   matrices.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
