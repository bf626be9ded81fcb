// One number for each thread of the grid, and row and column from a division.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int i = block * 4 + thread;
  if (i < rows * cols) {
    const int row = i / cols, column = i % cols;
    out[i] = column + row / 10.0f;
  }
}
