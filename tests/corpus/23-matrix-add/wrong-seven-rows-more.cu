// caught by: correct
// why: Nothing is added where there are seven rows more than columns.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = swapped ? x : y, column = swapped ? y : x;
  if (rows - cols == 7) return;
  if (row < rows && column < cols) c[row * cols + column] = a[row * cols + column] + b[row * cols + column];
}
