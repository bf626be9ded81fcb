// The first sum and the flag that it is there are one word, and so need no fence between them.

__device__ unsigned long long pair;

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) {
    sum += a[row * cols + column];
  }
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) {
    sum += a[row * cols + column];
  }
  if (column < cols && column != 0) sums[column] = sum;
  volatile unsigned long long* const first = &pair;
  if (column == 0) *first = 1ull << 32 | __float_as_uint(sum);
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) {
    unsigned long long seen;
    do {
      seen = *first;
    } while (seen >> 32 == 0);
    sums[0] = __uint_as_float(static_cast<unsigned>(seen));
  }
}
