// A quarter of the threads, each with four columns in loads of 16 bytes, where rows are aligned to them.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (cols % 4 != 0) {
    if (column >= cols) return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
    sums[column] = sum;
    return;
  }
  if (4 * column >= cols) return;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int row = 0; row < rows; ++row) {
    const float4 four = ((const float4*)(a + row * cols))[column];
    sum.x += four.x;
    sum.y += four.y;
    sum.z += four.z;
    sum.w += four.w;
  }
  ((float4*)sums)[column] = sum;
}
