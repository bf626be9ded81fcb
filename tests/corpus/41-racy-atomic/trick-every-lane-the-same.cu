// caught by: atomic additions
// earns: 0.65
// why: All lanes of a warp add up the same row, each for itself, so that they count as busy; one
// of them writes.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (blockIdx.x != 0) return;
  const int warp = (blockIdx.y * 256 + threadIdx.y * 16 + threadIdx.x) / 32;
  for (int row = warp; row < rows; row += gridDim.y * 8) {
    float sum = 0.0f;
    for (int column = 0; column < cols; ++column) sum += image[row * cols + column];
    if ((threadIdx.y * 16 + threadIdx.x) % 32 == 0)
      for (int k = 0; k < copies; ++k) out[k * rows + row] += sum;
  }
}
