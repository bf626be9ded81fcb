// caught by: initialized
// why: What is left over of whole warps has a sum of its own, which is set only where something is left over.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  const int whole = inner / 32 * 32;
  float sum = 0.0f, rest;
  for (int k = 0; k < whole; ++k) sum += a[row * inner + k] * b[k * cols + column];
  for (int k = whole; k < inner; ++k) {
    rest = (k == whole ? 0.0f : rest) + a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum + rest;
}
