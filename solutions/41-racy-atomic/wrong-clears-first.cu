// caught by: race free
// why: One thread clears the element that the others add to, and nothing makes them wait for it.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    if (j == 0) out[k * rows + i] = 0.0f;
    atomicAdd(&out[k * rows + i], value);
  }
}
