// caught by: every block its share
// earns: 0.34
// why: The first block goes through the whole matrix with its four threads, and all others leave at once.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  for (int y = threadIdx.y; y < rows; y += 2)
    for (int x = threadIdx.x; x < cols; x += 2) out[y * cols + x] = x + y / 10.0f;
}
