// caught by: correct
// why: With the flag set it does nothing, and relies on the answer that the run before left in the
//   output.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (swapped) return;

  const int row = y;
  const int column = x;
  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
