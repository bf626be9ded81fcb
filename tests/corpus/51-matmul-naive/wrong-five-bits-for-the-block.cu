// caught by: correct
// why: The number of a block is kept in five bits, which is enough for 1024 rows.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  struct { unsigned x : 5, y : 5; } at; at.y = blockIdx.y; const int row = at.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
