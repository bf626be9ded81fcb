// caught by: shared additions
// earns: 0.43
// why: The lanes of a warp add one after the other, each for itself.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  for (int lane = 0; lane < 32; ++lane)
    if ((threadIdx.y * 16 + threadIdx.x) % 32 == lane)
      for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
