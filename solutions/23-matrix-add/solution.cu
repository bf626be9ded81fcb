// Matrix add, twice: x runs fastest inside a warp, and the column runs fastest in memory. Where the two
// are the same the accesses are coalesced; swapped exchanges them.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  const int row = swapped ? x : y;
  const int column = swapped ? y : x;

  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i];
  }
}
