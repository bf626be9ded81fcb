// caught by: in bounds
// why: The grid is rounded up to whole blocks, and the threads beyond the matrix read and write past its
//   end.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  const int i = row * cols + column;
  c[i] = a[i] + b[i];
}
