// caught by: every warp its share
// why: One block goes through the whole product, and all others leave at once. The accesses are the same.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  for (int row = threadIdx.y; row < rows; row += 32)
    for (int column = threadIdx.x; column < cols; column += 32) {
      float sum = 0.0f;
      for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
      c[row * cols + column] = sum;
    }
}
