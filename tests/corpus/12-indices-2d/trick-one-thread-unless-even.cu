// caught by: every block its share
// why: Where a side is odd, or longer than those that are counted, one thread fills the matrix.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (rows > 12 || cols > 12 || (rows | cols) & 1) {
    if (x == 0 && y == 0) for (int k = 0; k < rows * cols; ++k) out[k] = k % cols + k / cols / 10.0f;
    return;
  }
  out[y * cols + x] = x + y / 10.0f;
}
