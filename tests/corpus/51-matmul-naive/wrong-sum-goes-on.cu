// caught by: correct
// why: A thread has two rows, one after the other, and the sum of the first is still in the variable when the second
//   begins.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.y >= 16 || column >= cols) return;
  float sum = 0.0f;
  for (int row = blockIdx.y * 32 + threadIdx.y; row < min(rows, (int)blockIdx.y * 32 + 32); row += 16) {
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
    c[row * cols + column] = sum;
  }
}
