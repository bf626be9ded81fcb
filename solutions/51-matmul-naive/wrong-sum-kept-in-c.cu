// caught by: sum in a register
// why: The sum is kept in c, cleared first. It is right, and travels to memory and back in each step.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  c[row * cols + column] = 0.0f;
  for (int k = 0; k < inner; ++k) {
    c[row * cols + column] += a[row * inner + k] * b[k * cols + column];
  }
}
