// caught by: coalesced loads
// why: The flag is read the wrong way round, so the mode that should be coalesced is not.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? y : x;
  const int column = swapped ? x : y;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
