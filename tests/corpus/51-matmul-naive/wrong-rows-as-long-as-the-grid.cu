// caught by: in bounds
// why: The length of a row is computed from the grid, which is rounded up: right for multiples of 32
//   only.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  const int width = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * width + column];
  }
  c[row * width + column] = sum;
}
