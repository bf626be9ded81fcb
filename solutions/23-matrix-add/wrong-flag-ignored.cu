// caught by: swapped loads
// why: The flag is ignored and every run is coalesced: right, fast, and without the contrast that the
//   second mode is for.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = y;
  const int column = x;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
