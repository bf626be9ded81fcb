// The rows go on by the height of the grid, and the columns by its width.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows; row += gridDim.y * blockDim.y) {
    for (int column = blockIdx.x * blockDim.x + threadIdx.x; column < cols; column += gridDim.x * blockDim.x) {
      float sum = 0.0f;
      for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
      c[row * cols + column] = sum;
    }
  }
}
