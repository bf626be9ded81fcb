// caught by: in bounds
// why: Rows are compared with the number of columns and columns with the number of rows, which makes no
//   difference as long as the matrix is square.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < cols && column < rows) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
