// caught by: correct
// why: An image that is much taller than wide is left out.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;

  if (i >= rows || j >= cols || rows > 3 * cols + 10) return;
  const float v = image[i * cols + j];
  for (int k = 0; k < copies; ++k) atomicAdd(out + k * rows + i, v);
}
