// caught by: terminates
// earns: 0
// why: Every thread writes the whole matrix. All write the same, so that no order matters; but it is as often the work as
// there are threads, and that is stopped.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) out[y * cols + x] = x + y / 10.0f;
}
