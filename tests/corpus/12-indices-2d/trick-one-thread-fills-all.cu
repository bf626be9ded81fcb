// caught by: one element a thread
// earns: 0.34
// why: One thread goes through the whole matrix in two loops; no index of a thread is needed.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y != 0) return;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) out[y * cols + x] = x + y / 10.0f;
}
