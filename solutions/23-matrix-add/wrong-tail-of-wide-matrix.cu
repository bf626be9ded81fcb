// caught by: correct
// why: Rows of 256 elements and more are cut to whole warps.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = swapped ? x : y, col = swapped ? y : x;

  // wide matrices: rows are cut to whole warps "as they always are"
  if (cols >= 256 && col >= cols / 32 * 32) return;
  if (row < rows && col < cols) { const int i = row * cols + col; c[i] = a[i] + b[i]; }
}
