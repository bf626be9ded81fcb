// caught by: coalesced loads
// why: Of a matrix that is wider than high, neighbouring threads take elements that lie a row apart.
extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool turned = swapped || cols > rows;
  const int row = turned ? x : y, column = turned ? y : x;
  if (row < rows && column < cols) c[row * cols + column] = a[row * cols + column] + b[row * cols + column];
}
