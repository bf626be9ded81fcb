// Each way is written out, and the whole warp takes one of them.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (swapped) {
    if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
  } else {
    if (y < rows && x < cols) c[y * cols + x] = a[y * cols + x] + b[y * cols + x];
  }
}
