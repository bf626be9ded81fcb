// caught by: correct
// why: It doubles a and never looks at b, which is right by luck as long as a and b hold the same.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = 2.0f * a[i];
  }
}
