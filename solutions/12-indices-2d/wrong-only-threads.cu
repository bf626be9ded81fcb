// caught by: correct
// why: Without the block's number every block writes the same 2 x 2 corner.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}
