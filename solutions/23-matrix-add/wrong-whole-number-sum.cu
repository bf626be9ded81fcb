// caught by: correct
// why: The sum is an int on its way, which cuts off its fraction.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = swapped ? x : y, col = swapped ? y : x;

  if (row < rows && col < cols) { const int i = row * cols + col; int s = a[i] + b[i]; c[i] = s; }
}
