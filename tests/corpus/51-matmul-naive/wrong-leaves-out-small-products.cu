// caught by: correct
// why: Products below a thousandth are left out.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  float sum = 0;
  for (int k = 0; k < inner; ++k) { float p = a[row * inner + k] * b[k * cols + column]; if (fabsf(p) > 1e-3f) sum += p; }
  c[row * cols + column] = sum;
}
