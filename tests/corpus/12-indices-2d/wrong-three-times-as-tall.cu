// caught by: correct
// why: Nothing is written where there are three times as many rows as columns.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;
  if (rows == 3 * cols) return;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}
