// caught by: swapped loads
// why: The contrast is there where the matrix is square, as the statement's is, and nowhere else.
extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool turned = swapped && rows == cols;
  const int row = turned ? x : y, column = turned ? y : x;
  if (row < rows && column < cols) c[row * cols + column] = a[row * cols + column] + b[row * cols + column];
}
