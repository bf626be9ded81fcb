// caught by: every block its share
// earns: 0.9
// why: One block makes all cells.
extern "C" __global__ void heat(float* a, float* b, int rows, int cols, int step) {
  const float* now = step % 2 == 0 ? a : b;
  float* next = step % 2 == 0 ? b : a;
  if (blockIdx.x + blockIdx.y > 0) return;
  for (int row = threadIdx.y; row < rows; row += 8)
    for (int col = threadIdx.x; col < cols; col += 32) {
      const int i = row * cols + col;
      const bool rim = row == 0 || row == rows - 1 || col == 0 || col == cols - 1;
      next[i] = rim ? now[i]
                    : now[i] / 2 + (now[i - cols] + now[i + cols] + now[i - 1] + now[i + 1]) / 8;
    }
}
