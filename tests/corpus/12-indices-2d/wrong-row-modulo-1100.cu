// caught by: correct
// why: Rows begin again at 1100.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = x + y % 1100 / 10.0f;
}
