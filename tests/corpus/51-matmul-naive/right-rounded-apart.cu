// Each product is rounded before it is added.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum = __fadd_rn(sum, __fmul_rn(a[row * inner + k], b[k * cols + column]));
  }
  c[row * cols + column] = sum;
}
