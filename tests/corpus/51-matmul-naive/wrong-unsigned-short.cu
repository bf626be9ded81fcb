// caught by: correct
// why: The place in a has 16 bits, and begins again at 65 536.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    const unsigned short place = row * inner + k;
    sum += a[place] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
