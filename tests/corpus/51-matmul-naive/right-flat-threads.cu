// The threads of the block are counted through, 32 in a row.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = blockIdx.x * 32 + thread % 32;
  const int row = blockIdx.y * 32 + thread / 32;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
