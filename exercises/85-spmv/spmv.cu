// A sparse matrix times a vector: y = a x.
//
// Only the elements of a that are not 0 are stored, row after row: element k
// is values[k], in column columns[k]. Those of a row are k from
// row_begin[row] up to, but without, row_begin[row + 1].

// Given, and complete: a row a thread.
extern "C" __global__ void row_a_thread(const int* row_begin,
                                        const int* columns,
                                        const float* values, const float* x,
                                        float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) {
    sum += values[k] * x[columns[k]];
  }
  y[row] = sum;
}

// Yours: a row a warp. Blocks of 256 threads have 8 rows.
extern "C" __global__ void row_a_warp(const int* row_begin,
                                      const int* columns, const float* values,
                                      const float* x, float* y, int rows) {
  // Write me.
}
