// caught by: shared additions
// why: A single thread does all the additions: no race, the right sums, and 2499 threads for nothing.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i != 0 || j != 0) return;

  for (int k = 0; k < copies; ++k) {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < cols; ++column) {
        out[k * rows + row] += image[row * cols + column];
      }
    }
  }
}
