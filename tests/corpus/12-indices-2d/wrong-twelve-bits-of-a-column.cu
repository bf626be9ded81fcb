// caught by: correct
// why: The column is kept in 12 bits, as in a mask of 4095.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = (x & 4095) + y / 10.0f;
}
