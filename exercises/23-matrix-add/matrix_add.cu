// Matrix add, twice: c = a + b, once with coalesced accesses and once without.
//
// All three matrices have rows x cols floats, stored row after row. Blocks are
// 32 x 32 threads, and the grid is large enough for x to be a row or a column.
//
// swapped = 0: neighbouring threads of a warp take neighbouring elements.
// swapped = 1: neighbouring threads of a warp take elements of different rows.
//
// Both give the same sum. This kernel does it in one of the two ways, whatever
// swapped says.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c,
                                      int rows, int cols, int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = x;
  const int column = y;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
