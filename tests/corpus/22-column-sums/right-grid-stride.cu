// Columns in steps of the whole grid, and a pointer that walks down the column.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}


extern "C" __global__ void column_sums(const float* __restrict__ a, float* __restrict__ sums, int rows,
                                       int cols) {
  for (int column = blockIdx.x * blockDim.x + threadIdx.x; column < cols;
       column += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    const float* element = a + column;
    for (int row = 0; row < rows; ++row, element += cols) sum += *element;
    sums[column] = sum;
  }
}
