// One pointer goes along the row, one down the column.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  const float* p = a + row * inner;
  const float* q = b + column;
  for (const float* end = p + inner; p != end; ++p, q += cols) sum += *p * *q;
  c[row * cols + column] = sum;
}
