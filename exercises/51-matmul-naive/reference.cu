// Right, and slow: the threads of a warp stand below each other. It is run to know the answer, never to be timed.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.y;
  const int row = blockIdx.y * 32 + threadIdx.x;
  if (row >= rows || column >= cols) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
  c[row * cols + column] = sum;
}
