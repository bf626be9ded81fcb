// In steps of the whole grid, in both directions.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  const int row_step = swapped ? width : height, column_step = swapped ? height : width;
  for (int row = swapped ? x : y; row < rows; row += row_step)
    for (int column = swapped ? y : x; column < cols; column += column_step)
      c[row * cols + column] = a[row * cols + column] + b[row * cols + column];
}
