// caught by: correct
// why: Row and column have changed places, but the grid has not: where c is taller than wide nobody comes to the
//   last rows.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
