// caught by: correct
// why: Values near 0 are not added.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  if (fabsf(value) < 1e-5f) return;
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
