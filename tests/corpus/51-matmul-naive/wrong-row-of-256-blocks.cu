// caught by: correct
// why: The number of a block is kept in 8 bits, so the block of row 8192 begins again at row 0.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = (unsigned char)blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
