// caught by: correct
// why: threadIdx alone is the place: every block computes the first tile, and nobody the others.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = threadIdx.x;
  const int row = threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
