// Column sums: one thread a column.
//
// The matrix a has rows x cols floats and is stored row after row:
// element [row][column] stands at a[row * cols + column].

// Given, and complete: one thread adds up one row.
extern "C" __global__ void row_sums(const float* a, float* sums, int rows,
                                    int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;  // the last block may have threads to spare

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) {
    sum += a[row * cols + column];
  }
  sums[row] = sum;
}

// Yours: one thread adds up one column. sums has cols elements.
// It is launched with blocks of 256 threads, and as many blocks as it takes to
// have a thread for every column.
extern "C" __global__ void column_sums(const float* a, float* sums, int rows,
                                       int cols) {
  // Write me.
}
