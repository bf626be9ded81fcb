// caught by: no detour by local memory
// why: Every element is put into an array of the thread and taken out again, in an order that the compiler does
// not know: all data travel through local memory, which is global memory under another name.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float scratch[256];
  float sum = 0.0f;
  for (int first = 0; first < rows; first += 256) {
    const int count = min(256, rows - first);
    for (int k = 0; k < count; ++k) scratch[k * 7 & 255] = a[(first + k) * cols + column];
    for (int k = 0; k < count; ++k) sum += scratch[k * 7 & 255];
  }
  sums[column] = sum;
}
