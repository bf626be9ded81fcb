// caught by: every block its share
// earns: 0.34
// why: Every second block leaves, and the one beside it fills two.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  if (blockIdx.x % 2 != 0) return;
  const int y = blockIdx.y * 2 + threadIdx.y;
  for (int block = blockIdx.x; block < blockIdx.x + 2; ++block) {
    const int x = block * 2 + threadIdx.x;
    if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
  }
}
