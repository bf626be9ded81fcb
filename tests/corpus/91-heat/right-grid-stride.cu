// Loops over the plate by strides of the grid, with a function for a step.
__device__ void one_step(const float* __restrict__ from, float* __restrict__ to, int rows, int cols) {
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows; row += gridDim.y * blockDim.y)
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x) {
      const float* p = from + row * cols + col;
      float t = *p;
      if (row > 0 && row + 1 < rows && col > 0 && col + 1 < cols)
        t += 0.125f * (p[-cols] + p[cols] + p[-1] + p[1] - 4 * t);
      to[row * cols + col] = t;
    }
}
extern "C" __global__ void heat(float* a, float* b, int rows, int cols, int step) {
  if (step & 1) one_step(b, a, rows, cols);
  else one_step(a, b, rows, cols);
}
