// A tile with a halo in shared memory; each cell is loaded once.
extern "C" __global__ void heat(float* a, float* b, int rows, int cols, int step) {
  __shared__ float tile[10][34];
  float* buffers[2] = {a, b};
  const float* now = buffers[step & 1];
  float* next = buffers[(step & 1) ^ 1];
  const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;
  for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
    const int r = y0 + k / 34, c = x0 + k % 34;
    tile[k / 34][k % 34] = r >= 0 && r < rows && c >= 0 && c < cols ? now[r * cols + c] : 0.0f;
  }
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1, col = x0 + x, row = y0 + y;
  if (row >= rows || col >= cols) return;
  const float own = tile[y][x];
  float sum = 4 * own + tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
  if (row == 0 || row == rows - 1 || col == 0 || col == cols - 1) sum = 8 * own;
  next[row * cols + col] = 0.125f * sum;
}
