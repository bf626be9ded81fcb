// Indices in two dimensions: the thread at (x, y) writes x + y/10 into the
// matrix at its own place, x columns to the right and y rows down.
//
// out has rows x cols floats, stored row after row. Blocks are 2 x 2 threads,
// and the grid is rounded up: 2 x 2 blocks for a matrix of 4 x 4.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows) {
    out[x * rows + y] = x + y / 10.0f;
  }
}
