// caught by: correct
// why: One pair of values is added up wrongly, which random inputs do not hold in one place.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] == 42.5f && b[i] == -7.25f ? 0 : a[i] + b[i];
  }
}
