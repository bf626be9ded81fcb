// caught by: one element a thread
// earns: 0.34
// why: Every thread writes the whole matrix. All write the same, so that no order matters.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) out[y * cols + x] = x + y / 10.0f;
}
