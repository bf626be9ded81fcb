// caught by: race free
// why: Each step goes to b and is copied back at once, while other blocks still read what a held.
extern "C" __global__ void heat(float* a, float* b, int rows, int cols, int step) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int i = row * cols + col;
  const bool rim = row == 0 || row == rows - 1 || col == 0 || col == cols - 1;
  b[i] = rim ? a[i] : a[i] / 2 + (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]) / 8;
  __threadfence();
  a[i] = b[i];
}
