// caught by: correct
// why: The last row is left out, so it keeps what an earlier run left in the output.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < rows - 1 && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
