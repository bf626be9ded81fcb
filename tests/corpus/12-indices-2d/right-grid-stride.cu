// In steps of the whole grid, in both directions.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < cols; x += gridDim.x * blockDim.x)
      out[y * cols + x] = x + y / 10.0f;
}
