// caught by: one element a thread
// why: The first thread of each block writes all four elements of its block in two loops.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int y = 2 * blockIdx.y; y < 2 * blockIdx.y + 2 && y < rows; ++y)
    for (int x = 2 * blockIdx.x; x < 2 * blockIdx.x + 2 && x < cols; ++x) out[y * cols + x] = x + y / 10.0f;
}
