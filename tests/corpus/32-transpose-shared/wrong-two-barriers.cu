// caught by: race free
// why: The warps that load arrive at one barrier, and those that store wait for each other at another one.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y < 16) {
    for (int k = y; k < 32; k += 16) {
      const int r = blockIdx.y * 32 + k, c = blockIdx.x * 32 + x;
      if (r < rows && c < cols) tile[k][x] = in[r * cols + c];
    }
    asm volatile("bar.arrive 1, 1024;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 512;" ::: "memory");
    for (int k = y - 16; k < 32; k += 16) {
      const int r = blockIdx.x * 32 + k, c = blockIdx.y * 32 + x;
      if (r < cols && c < rows) out[r * rows + c] = tile[x][k];
    }
  }
}
